import { passwordResetHandlers } from '@/lib/features/auth/password-resets'
import { countSessionsIn, signInMethodsOf } from '@/lib/features/auth/statements/sign-in-methods'
import { countAssigned } from '@/lib/features/bzp/statements/readings'
import { deliverSoon } from '@/lib/features/deliveries/sender'
import { resetMembersSecondFactor } from '@/lib/features/security/factor-changes'
import type { PanelContext, PanelHandlersOf } from '@/lib/panel/context'

import type { Invitation, Member } from './contract'
import { type Inviter, invitePeople, resendInvitation, withdrawInvitation } from './invitations'
import { type ChangeAuthor, endMemberSessions, removeMember, setMemberDisabled, setMemberRole } from './members'
import { listPendingInvitations } from './statements/invitations'
import { type ListedMember, listMembers } from './statements/members'

/** Links are sent by e-mail if an SMTP server and the panel's public address are configured. */
export const sendsLinks = ({ mail }: Pick<PanelContext, 'mail'>): boolean =>
  mail.mailer !== null && mail.panelUrl !== undefined

const changeAuthorOf = ({ user, address, requestId, now, mail }: PanelContext): ChangeAuthor => ({
  actor: user.email,
  address,
  requestId,
  now,
  sendsMail: mail.mailer !== null,
})

const inviterOf = (context: PanelContext): Inviter => {
  const { account, user, address, requestId, now, linkBase } = context
  return { account, user, address, requestId, now, panelUrl: linkBase, sendsMail: sendsLinks(context) }
}

const keyOf = ({ account }: PanelContext, userId: string) => ({ accountId: account.id, userId })

export const memberHandlers: PanelHandlersOf<'members'> = {
  ...passwordResetHandlers,
  'members.list': async (_input, context) => {
    const { storage, account, user, now } = context
    const { db } = storage
    const methods = await signInMethodsOf(db, account.id)
    const sessions = await countSessionsIn(db, account.id, now.toISOString())
    const procedures = await countAssigned(db, account.id)
    const memberData = { methods, sessions, procedures, self: user.id }
    const items = (await listMembers(db, account.id)).map((row) => toMember(row, memberData))
    const pending = await listPendingInvitations(db, account.id)
    return {
      items,
      invitations: pending.map((row) => toInvitation(row, now)),
      sends_mail: sendsLinks(context),
    }
  },
  'members.invite': async ({ body }, context) => {
    const items = await invitePeople(context.storage, inviterOf(context), body.people)
    deliverSoon(context)
    return { items }
  },
  'members.resendInvitation': async ({ params }, context) => {
    const invited = await resendInvitation(context.storage, inviterOf(context), params.id)
    deliverSoon(context)
    return invited
  },
  'members.withdrawInvitation': async ({ params }, context) => {
    await withdrawInvitation(context.storage, inviterOf(context), params.id)
  },
  'members.resetSecondFactor': resetMembersSecondFactor,
  'members.setRole': async ({ params, body }, context) => {
    await setMemberRole(context.storage, keyOf(context, params.id), { ...changeAuthorOf(context), ...body })
    deliverSoon(context)
  },
  'members.setDisabled': async ({ params, body }, context) => {
    await setMemberDisabled(context.storage, keyOf(context, params.id), { ...changeAuthorOf(context), ...body })
    deliverSoon(context)
  },
  'members.endSessions': async ({ params }, context) => ({
    ended: await endMemberSessions(context.storage, keyOf(context, params.id), changeAuthorOf(context)),
  }),
  'members.remove': async ({ params }, context) => {
    await removeMember(context.storage, keyOf(context, params.id), {
      ...changeAuthorOf(context),
      action: 'members.remove',
    })
    deliverSoon(context)
  },
  'members.leave': async (_input, context) => {
    await removeMember(context.storage, keyOf(context, context.user.id), {
      ...changeAuthorOf(context),
      action: 'members.leave',
    })
    deliverSoon(context)
  },
}

type MemberData = {
  readonly methods: Awaited<ReturnType<typeof signInMethodsOf>>
  readonly sessions: ReadonlyMap<string, number>
  readonly procedures: ReadonlyMap<string, number>
  readonly self: string
}

const toMember = (row: ListedMember, { methods, sessions, procedures, self }: MemberData): Member => ({
  user_id: row.user_id,
  email: row.email,
  name: row.name,
  role: row.role,
  created_at: row.created_at,
  last_seen_at: row.last_seen_at,
  disabled_by: disablerOf(row),
  sign_in: {
    password: row.password_hash !== null,
    authenticator: methods.authenticators.has(row.user_id),
    passkeys: methods.passkeys.get(row.user_id) ?? 0,
    sso: methods.sso.has(row.user_id),
  },
  live_sessions: sessions.get(row.user_id) ?? 0,
  procedures: procedures.get(row.user_id) ?? 0,
  is_self: row.user_id === self,
})

function disablerOf({ disabled_at, user_disabled_at }: ListedMember): Member['disabled_by'] {
  if (user_disabled_at !== null) return 'operator'
  return disabled_at === null ? null : 'owner'
}

function toInvitation(row: Awaited<ReturnType<typeof listPendingInvitations>>[number], now: Date): Invitation {
  const mayInvite = row.inviter_role === 'owner' && row.inviter_disabled_at === null
  const isExpired = row.expires_at <= now.toISOString()
  return {
    id: row.id,
    email: row.email,
    role: row.role,
    invited_by: mayInvite ? row.inviter_email : null,
    sent_at: row.sent_at,
    expires_at: row.expires_at,
    is_mailed: row.is_mailed === 1,
    state: mayInvite ? (isExpired ? 'expired' : 'open') : 'void',
  }
}
