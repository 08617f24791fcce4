import * as z from 'zod'

import { passwordFaults, passwordHints, type PasswordVerdict } from '@/lib/domain/password-rules'

const verdict = z.object({
  score: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3), z.literal(4)]),
  fault: z.enum(passwordFaults).nullable(),
  hint: z.enum(passwordHints).nullable(),
})

/** `token`: that of the one-time link; null for a signed-in user. */
type PasswordInput = { readonly password: string; readonly token: string | null }

/**
 * The server's rating of a password while it is typed; undefined when it does not answer, which does not block the
 * form.
 */
export async function fetchPasswordStrength(
  input: PasswordInput,
  signal: AbortSignal,
): Promise<PasswordVerdict | undefined> {
  try {
    const answer = await fetch('/api/password-strength', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(input),
      cache: 'no-store',
      signal,
    })
    return answer.ok ? verdict.safeParse(await answer.json()).data : undefined
  } catch {
    return undefined
  }
}
