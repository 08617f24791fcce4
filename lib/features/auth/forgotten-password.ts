import type { Logger } from 'pino'
import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible'

import { recordInEachAccount } from '@/lib/features/audit/audit'
import { deliverSoon } from '@/lib/features/deliveries/sender'
import { listAccountsOf } from '@/lib/features/members/statements/members'
import { findUserByEmail } from '@/lib/features/members/statements/users'
import { toAddressGroup } from '@/lib/http/addresses'
import type { MailService } from '@/lib/panel/mail/mailer'
import { putPersonMail } from '@/lib/panel/mail/person-mail'
import { inAccounts } from '@/lib/storage/engine/account-lock'
import { createRateLimiter } from '@/lib/storage/rate-limiters'
import type { Storage } from '@/lib/storage/storage'

import { normaliseEmail } from './emails'
import { createPasswordLink, RESET_LIFETIME_MS } from './one-time-links'
import { resetLinkMail } from './password-mails'

/** Mails to one person in 15 minutes; further requests send none, and the answer does not show it. */
export const MAILS_PER_PERSON = 3
/** Requests per network address in 15 minutes; further ones have to wait. */
export const REQUESTS_PER_ADDRESS = 20
const WINDOW_S = 15 * 60

type Dependencies = {
  readonly storage: Storage
  readonly mail: MailService
  readonly localPasswords: boolean
  readonly log: Logger
  readonly clock: () => Date
}
export type ForgottenPasswordAnswer =
  | { readonly state: 'accepted' }
  | { readonly state: 'wait'; readonly retryAfterS: number }
export type RequestPasswordReset = (request: { email: string; address: string }) => Promise<ForgottenPasswordAnswer>

/** Links need a mail server and a configured panel address, because a request's Host header could be forged. */
export const canMailLinks = ({ mailer, panelUrl }: MailService): boolean => mailer !== null && panelUrl !== undefined

/**
 * Mails a password link to users with a local password and an account. Every request is answered at once and in the
 * same way, before any lookup, so that neither text nor time reveals which e-mails are known.
 */
export function createForgottenPassword(dependencies: Dependencies): RequestPasswordReset {
  const window = { duration: WINDOW_S }
  const people = createRateLimiter(dependencies.storage, {
    ...window,
    name: 'forgotten-person',
    points: MAILS_PER_PERSON,
  })
  const addresses = createRateLimiter(dependencies.storage, {
    ...window,
    name: 'forgotten-from',
    points: REQUESTS_PER_ADDRESS,
  })
  return async ({ email, address }) => {
    const retryAfterS = await consumePoint(addresses, toAddressGroup(address))
    if (retryAfterS !== undefined) return { state: 'wait', retryAfterS }
    const normalisedEmail = normaliseEmail(email)
    // Requests for unknown e-mails are counted too.
    const isWithinLimit = (await consumePoint(people, normalisedEmail)) === undefined
    if (isWithinLimit && dependencies.localPasswords && canMailLinks(dependencies.mail)) {
      void mailLink(dependencies, { email: normalisedEmail, address }).catch((error: unknown) =>
        dependencies.log.error({ err: error }, 'a link for a new password was not mailed'),
      )
    }
    return { state: 'accepted' }
  }
}

/** Link, mail and audit entries are written in one transaction. */
async function mailLink({ storage, mail, log, clock }: Dependencies, request: { email: string; address: string }) {
  const { db } = storage
  const user = await findUserByEmail(db, request.email)
  const { panelUrl } = mail
  if (!user || user.disabled_at !== null || user.password_hash === null || panelUrl === undefined) return
  const accounts = await listAccountsOf(db, user.id)
  const [account] = accounts
  if (!account) return
  const now = clock()
  const expiresAt = new Date(now.getTime() + RESET_LIFETIME_MS).toISOString()
  const ids = accounts.map(({ id }) => id)
  await inAccounts(storage, ids, async (trx) => {
    const event = { actor: user.email, action: 'password.ask' as const, target: user.id, address: request.address, now }
    await recordInEachAccount(trx, event)
    const link = { userId: user.id, purpose: 'reset' as const, lifetimeMs: RESET_LIFETIME_MS }
    const token = await createPasswordLink(trx, link, now)
    const words = resetLinkMail({ user, panelUrl, token, expiresAt })
    await putPersonMail(trx, { accountId: account.id, to: user.email, words, now })
  })
  deliverSoon({ storage, mail, log, now })
}

async function consumePoint(limiter: RateLimiterAbstract, key: string): Promise<number | undefined> {
  try {
    await limiter.consume(key)
    return undefined
  } catch (error) {
    if (error instanceof RateLimiterRes) return Math.max(1, Math.ceil(error.msBeforeNext / 1000))
    throw error
  }
}
