import 'server-only'
import type { NextRequest } from 'next/server'
import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible'
import * as z from 'zod'

import type { PasswordVerdict } from '@/lib/domain/password-rules'
import { readPasswordLink } from '@/lib/features/auth/one-time-links'
import { judgePassword, readPasswordOwner } from '@/lib/features/auth/password-strength'
import { toAddressGroup } from '@/lib/http/addresses'
import { HttpError } from '@/lib/http/errors'
import { readInput } from '@/lib/http/read-input'
import { createRateLimiter } from '@/lib/storage/rate-limiters'

import { requireOwnOrigin } from './http/checks'
import { clientAddress } from './http/client-address'
import { getRuntime } from './runtime'
import { sessionCookie, sessionOfCookie } from './session'

const MAX_BODY_BYTES = 4000
/** One check per second is more than a person causes who types with pauses. */
const CHECKS_PER_MINUTE = 60

const passwordInput = z.object({ password: z.string(), token: z.string().max(100).nullable() })

/**
 * Rates a password while it is typed, for a page of this panel, signed in or with a one-time link. The password is
 * neither stored nor logged. Throws 403, 413, 415, 422 and 429.
 */
export async function answerPasswordStrength(request: NextRequest): Promise<PasswordVerdict> {
  requireOwnOrigin({ method: 'POST' }, request)
  await requireRate(clientAddress(request.headers))
  const { body } = await readInput(request, { body: passwordInput, maxBodyBytes: MAX_BODY_BYTES }, {})
  const { password, token } = passwordInput.parse(body)
  const userId = (await sessionOfCookie(request.cookies.get(sessionCookie().name)?.value))?.user.id
  const { db } = getRuntime().storage
  const link = token === null ? undefined : await readPasswordLink(db, token, new Date())
  const owner = link?.state === 'ready' ? link.userId : userId
  return judgePassword(password, owner === undefined ? undefined : await readPasswordOwner(db, owner))
}

let limiter: RateLimiterAbstract | undefined

async function requireRate(address: string): Promise<void> {
  const limit = { name: 'password-strength', points: CHECKS_PER_MINUTE, duration: 60 }
  limiter ??= createRateLimiter(getRuntime().storage, limit)
  try {
    await limiter.consume(toAddressGroup(address))
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error
    const headers = { 'retry-after': String(Math.max(1, Math.ceil(error.msBeforeNext / 1000))) }
    throw new HttpError('rate_limited', 'Too many password checks', { headers })
  }
}
