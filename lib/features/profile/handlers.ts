import { createHash } from 'node:crypto'

import { isLocale, isTheme } from '@/lib/domain/format/locales'
import { routes } from '@/lib/domain/routes'
import {
  type AuditedChange,
  type AuditEvent,
  recordAudit,
  recordInEachAccount,
  toAuditEvent,
} from '@/lib/features/audit/audit'
import { isEmail, normaliseEmail } from '@/lib/features/auth/emails'
import { createEmailLink, EMAIL_LINK_LIFETIME_MS } from '@/lib/features/auth/one-time-links'
import { putPasswordChangedMail } from '@/lib/features/auth/password-mails'
import { passwordFault, readPasswordOwner } from '@/lib/features/auth/password-strength'
import { hashPassword } from '@/lib/features/auth/passwords'
import { deleteUnusedLinks, findPendingEmail } from '@/lib/features/auth/statements/one-time-links'
import { listSessionsOf, revokeSession, revokeSessionsOf, switchSession } from '@/lib/features/auth/statements/sessions'
import { deliverSoon } from '@/lib/features/deliveries/sender'
import { sendsLinks } from '@/lib/features/members/handlers'
import { confirmEmailMail, noticeMail } from '@/lib/features/members/people-mail'
import { inAccountsOf, listAccountsOf } from '@/lib/features/members/statements/members'
import { findUser, findUserByEmail, setPasswordHash, updateUser } from '@/lib/features/members/statements/users'
import type { UserTable } from '@/lib/features/members/tables'
import { checkOwnPassword, continueProved } from '@/lib/features/security/proof-handlers'
import { HttpError, ValidationError } from '@/lib/http/errors'
import type { PanelContext, PanelHandlersOf } from '@/lib/panel/context'
import { localeOf, putPersonMail } from '@/lib/panel/mail/person-mail'
import { type AccountTx, inAccounts } from '@/lib/storage/engine/account-lock'

import { personMailKinds } from './contract'

const fault = (field: string, msg: string, type: string) => new ValidationError([{ loc: ['body', field], msg, type }])

async function requireUser({ storage, user }: PanelContext): Promise<UserTable> {
  const found = await findUser(storage.db, user.id)
  if (!found) throw new HttpError('session_expired', 'Sign in to continue')
  return found
}

/** Throws 422 at `field` for a wrong password, 429 after too many attempts, and 409 for a person without one. */
async function requirePassword(context: PanelContext, user: UserTable, input: { password: string; field: string }) {
  if (user.password_hash === null) throw new HttpError('conflict', 'This person signs in without a password')
  if ((await checkOwnPassword(input.password, context)) !== undefined) return
  throw fault(input.field, 'This is not the current password', 'wrong_password')
}

/** Performs a change and records it in the audit log of every account of the person, in one transaction. */
const recordEverywhere = (context: PanelContext, change: AuditedChange, work: (tx: AccountTx) => Promise<void>) =>
  inAccountsOf(context.storage, context.user.id, async (tx) => {
    await work(tx)
    await recordInEachAccount(tx, toAuditEvent(context, change))
  })

/** Performs a change and records it in the audit log of one account, in one transaction. */
const recordIn = ({ storage }: PanelContext, event: AuditEvent, work: (tx: AccountTx) => Promise<unknown>) =>
  inAccounts(storage, [event.accountId], async (tx) => {
    await work(tx)
    await recordAudit(tx, event)
  })

export const profileHandlers: PanelHandlersOf<'profile'> = {
  'profile.read': async (_input, context) => {
    const { storage, account, now } = context
    const user = await requireUser(context)
    const accounts = await listAccountsOf(storage.db, user.id)
    const { locale, theme } = user
    return {
      email: user.email,
      name: user.name,
      locale: isLocale(locale) ? locale : null,
      theme: isTheme(theme) ? theme : null,
      muted_mail: personMailKinds.filter((kind) => user.muted_mail.includes(`"${kind}"`)),
      has_password: user.password_hash !== null,
      password_set_at: user.password_set_at,
      new_email: (await findPendingEmail(storage.db, user.id, now.toISOString())) ?? null,
      sends_mail: sendsLinks(context),
      accounts: accounts.map(({ id, name, role }) => ({ id, name, role, is_current: id === account.id })),
    }
  },
  'profile.update': async ({ body }, { storage, user }) => {
    const { muted_mail: muted, name, locale, theme } = body
    await updateUser(storage.db, user.id, {
      ...(locale && { locale }),
      ...(theme && { theme }),
      ...(name !== undefined && { name: name === '' ? null : name }),
      ...(muted && { muted_mail: JSON.stringify(muted) }),
    })
  },
  'profile.setPassword': async ({ body }, context) => {
    const { now, sessionId, address, mail } = context
    const user = await requireUser(context)
    await requirePassword(context, user, { password: body.current, field: 'current' })
    const problem = await passwordFault(body.next, await readPasswordOwner(context.storage.db, user.id))
    if (problem) throw fault('next', 'This password cannot be used', problem)
    const hash = { passwordHash: await hashPassword(body.next), at: now.toISOString() }
    let ended = 0
    await recordEverywhere(context, { action: 'password.set', target: user.id }, async (db) => {
      await setPasswordHash(db, user.id, hash)
      ended = await revokeSessionsOf(db, { userId: user.id, exceptId: sessionId }, hash.at)
      await putPasswordChangedMail(db, { userId: user.id, address, now }, mail)
    })
    await continueProved(context, { isSecondFactor: false })
    deliverSoon(context)
    return { ended }
  },
  'profile.setEmail': async ({ body }, context) => {
    if (!sendsLinks(context)) throw new HttpError('no_mail', 'Without an SMTP server an address cannot be confirmed')
    const user = await requireUser(context)
    await requirePassword(context, user, { password: body.password, field: 'password' })
    const email = normaliseEmail(body.email)
    if (!isEmail(email)) throw fault('email', 'This is not an e-mail address', 'invalid_email')
    if (email !== user.email) await requestEmailChange(context, user, email)
    deliverSoon(context)
  },
  'profile.cancelEmail': async (_input, { storage, user }) => {
    await deleteUnusedLinks(storage.db, user.id, ['email'])
  },
}

/**
 * An address that belongs to another user gets no e-mail, and the answer is the same, so that its existence is not
 * revealed.
 */
async function requestEmailChange(
  { storage, account, now, address, linkBase }: PanelContext,
  user: UserTable,
  email: string,
) {
  const isTaken = (await findUserByEmail(storage.db, email)) !== undefined
  await storage.db.transaction().execute(async (db) => {
    const token = await createEmailLink(db, { userId: user.id, email }, now)
    const locale = localeOf(user)
    const common = { accountId: account.id, now }
    const at = now.toISOString()
    await putPersonMail(db, {
      ...common,
      to: user.email,
      words: noticeMail(locale, 'emailAsked', { at, address, email }),
    })
    if (isTaken) return
    const expiresAt = new Date(now.getTime() + EMAIL_LINK_LIFETIME_MS).toISOString()
    const link = `${linkBase}${routes.confirmEmail}?token=${token}`
    await putPersonMail(db, { ...common, to: email, words: confirmEmailMail(locale, { email, link, expiresAt }) })
  })
}

/** The id of a session is its credential, so pages only receive its hash. */
const handleOf = (sessionId: string): string => createHash('sha256').update(sessionId).digest('base64url').slice(0, 22)

export const sessionHandlers: PanelHandlersOf<'sessions'> = {
  'sessions.list': async (_input, { storage, user, sessionId, now }) => {
    const { db } = storage
    const names = new Map((await listAccountsOf(db, user.id)).map(({ id, name }) => [id, name]))
    const sessions = await listSessionsOf(db, user.id, now.toISOString())
    return {
      items: sessions.map(({ id, account_id, method, address, device, created_at, last_seen_at, expires_at }) => ({
        id: handleOf(id),
        account: names.get(account_id) ?? '',
        method,
        address,
        device,
        created_at,
        last_seen_at,
        expires_at,
        is_current: id === sessionId,
      })),
    }
  },
  'sessions.end': async ({ params }, context) => {
    const { storage, user, now } = context
    const ownSessions = await listSessionsOf(storage.db, user.id, now.toISOString())
    const session = ownSessions.find(({ id }) => handleOf(id) === params.id)
    if (!session) throw new HttpError('not_found', 'There is no such session')
    const event = toAuditEvent(context, { action: 'session.end', after: { address: session.address } })
    await recordIn(context, { ...event, accountId: session.account_id }, (db) =>
      revokeSession(db, session.id, now.toISOString()),
    )
  },
  'sessions.endOthers': async (_input, context) => {
    const { user, sessionId, now } = context
    let ended = 0
    const change = { action: 'session.endOthers' as const }
    await recordEverywhere(context, change, async (db) => {
      ended = await revokeSessionsOf(db, { userId: user.id, exceptId: sessionId }, now.toISOString())
    })
    return { ended }
  },
  'sessions.switchAccount': async ({ body }, context) => {
    const { storage, user, sessionId, now } = context
    const account = (await listAccountsOf(storage.db, user.id)).find(({ id }) => id === body.account_id)
    if (!account) throw new HttpError('not_found', 'You are not a member of this account')
    const event = toAuditEvent(context, { action: 'session.switch' })
    await recordIn(context, { ...event, accountId: account.id }, (db) =>
      switchSession(db, { id: sessionId, accountId: account.id, userId: user.id }, now.toISOString()),
    )
  },
}
