import { routes } from '@/lib/domain/routes'
import { HttpError } from '@/lib/http/errors'
import { findMember, listMembershipsOf } from '@/lib/storage/people/members'
import { findUser } from '@/lib/storage/people/users'

import { recordAuditIn, toAuditEvent } from '../audit/audit'
import type { PanelContext, PanelHandler } from '../context'
import { putPersonMail } from '../mail/person-mail'
import { deliverSoon } from '../spend/mail-outbox'
import { canMailLinks } from './forgotten-password'
import { createPasswordLink, RESET_LIFETIME_MS } from './one-time-links'
import { resetLinkMail } from './password-mails'

/** An owner helps a colleague to a new password without ever choosing or knowing it. */
export const passwordResetHandlers: { readonly 'members.startReset': PanelHandler<'members.startReset'> } = {
  'members.startReset': async ({ params }, context) => {
    const { storage, account, mail, now, log, linkBase } = context
    const user = await requireResettable(context, params.id)
    const { panelUrl } = mail
    const isMailed = canMailLinks(mail) && panelUrl !== undefined
    if (!isMailed) await requireMemberOfThisAlone(context, user.id)
    const expiresAt = new Date(now.getTime() + RESET_LIFETIME_MS).toISOString()
    const token = await storage.db.transaction().execute(async (trx) => {
      const change = { action: 'users.resetPassword' as const, target: user.id, after: { email: user.email } }
      await recordAuditIn({ db: trx, engine: storage.engine }, toAuditEvent(context, change))
      const wanted = { userId: user.id, purpose: 'reset' as const, lifetimeMs: RESET_LIFETIME_MS }
      const made = await createPasswordLink(trx, wanted, now)
      if (isMailed) {
        const startedBy = { email: context.user.email, accountName: account.name }
        const words = resetLinkMail({ user, panelUrl, token: made, expiresAt, startedBy })
        await putPersonMail(trx, { accountId: account.id, to: user.email, words, now })
      }
      return made
    })
    if (isMailed) deliverSoon({ storage, mail, log })
    return {
      is_mailed: isMailed,
      link: isMailed ? null : `${linkBase}${routes.signUp}?token=${token}`,
      expires_at: expiresAt,
    }
  },
}

/** 404 for who is no member here; 409 for whom a password would not help. */
async function requireResettable({ storage: { db }, account, localPasswords }: PanelContext, userId: string) {
  const [member, user] = [await findMember(db, account.id, userId), await findUser(db, userId)]
  if (!member || !user) throw new HttpError('not_found', 'No such member')
  if (!localPasswords) throw new HttpError('conflict', 'Local passwords are switched off')
  if (member.disabled_at !== null || user.disabled_at !== null) {
    throw new HttpError('conflict', 'The member is disabled')
  }
  return user
}

/** Whoever sees the link can become the person, also in accounts that are not theirs to act in. */
async function requireMemberOfThisAlone({ storage: { db } }: PanelContext, userId: string): Promise<void> {
  if ((await listMembershipsOf(db, userId)).length === 1) return
  const message = 'The member works in other accounts too, and links cannot be mailed: only the operator can help'
  throw new HttpError('conflict', message)
}
