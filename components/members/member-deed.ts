import type { Member } from '@/lib/contract/panel/members'

export type MemberDeed =
  | 'setRole'
  | 'disable'
  | 'enable'
  | 'endSessions'
  | 'resetPassword'
  | 'resetSecondFactor'
  | 'remove'
  | 'leave'

/** What is to be done with whom. */
export type Asked = { readonly deed: MemberDeed; readonly member: Member }

/** With which a member sets a new password. */
export type PasswordLink = { readonly email: string; readonly link: string }
