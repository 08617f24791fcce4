import { hash, verify } from '@node-rs/argon2'

import { MAX_PASSWORD_LENGTH } from '@/lib/domain/password-rules'

import { inPasswordQueue } from './password-queue'

/**
 * Uses the library's defaults: argon2id with 19 MiB, 2 passes and parallelism 1, OWASP's first recommendation. Throws
 * 503 if the queue is full.
 */
export const hashPassword = (password: string): Promise<string> =>
  inPasswordQueue(() => hash(password.normalize('NFKC')))

/** Compared if there is no such user, so that both answers take the same time. Created once per process. */
let decoy: Promise<string> | undefined
const decoyHash = () => (decoy ??= hash('a password that belongs to nobody'))

/** False also for a user without a password; always costs one comparison. Throws 503 like `hashPassword`. */
export async function verifyPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  const input = password.slice(0, MAX_PASSWORD_LENGTH + 1).normalize('NFKC')
  const compared = passwordHash ?? (await decoyHash())
  const matches = await inPasswordQueue(() => verify(compared, input))
  return matches && Boolean(passwordHash) && password.length <= MAX_PASSWORD_LENGTH
}
