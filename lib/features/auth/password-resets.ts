import { routes } from '@/lib/domain/routes'
import { recordChange } from '@/lib/features/audit/audit'
import { deliverSoon } from '@/lib/features/deliveries/sender'
import { findMember, listMembershipsOf } from '@/lib/features/members/statements/members'
import { findUser } from '@/lib/features/members/statements/users'
import { HttpError } from '@/lib/http/errors'
import type { PanelContext, PanelHandler } from '@/lib/panel/context'
import { putPersonMail } from '@/lib/panel/mail/person-mail'
import { inAccounts } from '@/lib/storage/engine/account-lock'
import type { Db } from '@/lib/storage/storage'

import { canMailLinks } from './forgotten-password'
import { createPasswordLink, RESET_LIFETIME_MS } from './one-time-links'
import { resetLinkMail } from './password-mails'

/** Lets an owner start a password reset for a member without ever choosing or knowing the password. */
export const passwordResetHandlers: { readonly 'members.startReset': PanelHandler<'members.startReset'> } = {
  'members.startReset': async ({ params }, context) => {
    const { storage, account, mail, now, log, linkBase } = context
    const { panelUrl } = mail
    const isMailed = canMailLinks(mail) && panelUrl !== undefined
    const expiresAt = new Date(now.getTime() + RESET_LIFETIME_MS).toISOString()
    const token = await inAccounts(storage, [account.id], async (trx) => {
      const user = await requireResettable(trx, context, params.id)
      if (!isMailed) await requireSingleMembership(trx, user.id)
      const change = { action: 'users.resetPassword' as const, target: user.id, after: { email: user.email } }
      await recordChange(trx, context, change)
      const newLink = { userId: user.id, purpose: 'reset' as const, lifetimeMs: RESET_LIFETIME_MS }
      const createdToken = await createPasswordLink(trx, newLink, now)
      if (isMailed) {
        const startedBy = { email: context.user.email, accountName: account.name }
        const words = resetLinkMail({ user, panelUrl, token: createdToken, expiresAt, startedBy })
        await putPersonMail(trx, { accountId: account.id, to: user.email, words, now })
      }
      return createdToken
    })
    if (isMailed) deliverSoon({ storage, mail, log, now })
    return {
      is_mailed: isMailed,
      link: isMailed ? null : `${linkBase}${routes.signUp}?token=${token}`,
      expires_at: expiresAt,
    }
  },
}

/**
 * Throws 404 for users who are not members. Throws 409 for members who cannot use a password, for oneself, and for
 * other owners, who may not be reset by an equal.
 */
async function requireResettable(db: Db, { account, user: self, localPasswords }: PanelContext, userId: string) {
  const [member, user] = [await findMember(db, account.id, userId), await findUser(db, userId)]
  if (!member || !user) throw new HttpError('not_found', 'No such member')
  if (userId === self.id) throw new HttpError('conflict', 'Change your own password in your profile')
  if (member.role === 'owner') {
    throw new HttpError('conflict', 'Another owner must request a new password on the sign-in page or ask the operator')
  }
  if (!localPasswords) throw new HttpError('conflict', 'Local passwords are switched off')
  if (member.disabled_at !== null || user.disabled_at !== null) {
    throw new HttpError('conflict', 'The member is disabled')
  }
  return user
}

/** The link gives access to all accounts of the member, including those that the owner has no rights in. */
async function requireSingleMembership(db: Db, userId: string): Promise<void> {
  if ((await listMembershipsOf(db, userId)).length === 1) return
  const message = 'The member works in other accounts too, and links cannot be mailed: only the operator can help'
  throw new HttpError('conflict', message)
}
