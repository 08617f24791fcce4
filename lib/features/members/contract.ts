import * as z from 'zod'

import { type PanelOperation, forEveryone, forOwners } from '@/lib/contract/panel-operation'
import { byId, count, instant, line, noAnswer, uuid } from '@/lib/contract/values'
import { roles } from '@/lib/domain/roles'

/** Limit per request and per day, so that the installation cannot flood mailboxes. */
export const MAX_INVITATIONS = 50
export const MAX_EMAIL_LENGTH = 254

export const role = z.enum(roles)
const email = line(MAX_EMAIL_LENGTH).min(3)

const signInMethods = z.object({ password: z.boolean(), authenticator: z.boolean(), passkeys: count, sso: z.boolean() })

export const member = z.object({
  user_id: uuid,
  email: z.string(),
  name: z.string().nullable(),
  role,
  /** Since when they are a member. */
  created_at: instant,
  last_seen_at: instant.nullable(),
  /** `owner`: in this account; `operator`: in every account. Null if not disabled. */
  disabled_by: z.enum(['owner', 'operator']).nullable(),
  sign_in: signInMethods,
  /** Number of live sessions in this account. */
  live_sessions: count,
  /** Tenders assigned to them that were not dismissed; they become unassigned when the member leaves. */
  procedures: count,
  is_self: z.boolean(),
})
export type Member = z.infer<typeof member>

export const invitation = z.object({
  id: uuid,
  email: z.string(),
  role,
  /** E-mail of the inviting owner; null once they left, which voids the invitation. */
  invited_by: z.string().nullable(),
  sent_at: instant,
  expires_at: instant,
  is_mailed: z.boolean(),
  /** `void`: the inviting user is no longer an owner. */
  state: z.enum(['open', 'expired', 'void']),
})
export type Invitation = z.infer<typeof invitation>

/** Result for one address. `limit`: exceeds the daily limit. */
const outcome = z.enum(['invited', 'member', 'invalid', 'limit'])
const invited = z.object({
  email: z.string(),
  outcome,
  /** Returned once, to be copied, if no e-mail was sent. */
  link: z.string().nullable(),
})
export type InvitationResult = z.infer<typeof invited>

export const memberOperations = {
  'members.list': {
    ...forEveryone.get,
    path: '/panel/members',
    summary: 'Members of the account by e-mail, and invitations that are not accepted, newest first',
    response: z.object({
      items: z.array(member),
      invitations: z.array(invitation),
      /** Invitations are sent by e-mail; otherwise their link is shown once. */
      sends_mail: z.boolean(),
    }),
  },
  'members.invite': {
    ...forOwners.post,
    path: '/panel/invitations',
    summary: 'Invite people; an address that was invited before gets a new link, and the old one becomes invalid',
    idempotent: false,
    body: z.object({
      people: z.array(z.object({ email, role })).min(1).max(MAX_INVITATIONS),
    }),
    response: z.object({ items: z.array(invited) }),
  },
  'members.resendInvitation': {
    ...forOwners.post,
    path: '/panel/invitations/{id}/resend',
    summary: 'Send an invitation again with a new link; the old one becomes invalid',
    idempotent: false,
    params: byId,
    response: invited,
  },
  'members.withdrawInvitation': {
    ...forOwners.delete,
    ...noAnswer,
    path: '/panel/invitations/{id}',
    summary: 'Withdraw an invitation; its link becomes invalid',
    params: byId,
  },
  'members.setRole': {
    ...forOwners.put,
    ...noAnswer,
    path: '/panel/members/{id}/role',
    summary: 'Change the role of a member, from their next request on',
    params: byId,
    body: z.object({ role }),
  },
  'members.setDisabled': {
    ...forOwners.put,
    ...noAnswer,
    path: '/panel/members/{id}/disabled',
    summary: 'Disable a member, or enable them again',
    params: byId,
    body: z.object({ disabled: z.boolean() }),
  },
  'members.endSessions': {
    ...forOwners.post,
    path: '/panel/members/{id}/end-sessions',
    summary: 'Sign a member out of this account everywhere',
    params: byId,
    response: z.object({ ended: count }),
  },
  'members.remove': {
    ...forOwners.delete,
    ...noAnswer,
    path: '/panel/members/{id}',
    summary: 'Remove a member from the account',
    params: byId,
  },
  'members.leave': {
    ...forEveryone.post,
    ...noAnswer,
    path: '/panel/members/leave',
    summary: 'Leave the account; the last owner cannot',
  },
} as const satisfies Record<string, PanelOperation>
