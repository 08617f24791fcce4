/** Users and their memberships. Conventions: `lib/storage/tables.ts`. */
export type MemberTables = {
  users: UserTable
  members: MemberTable
  invitations: InvitationTable
}

type StoredRole = 'owner' | 'finance' | 'compliance' | 'viewer'

export type UserTable = {
  id: string
  email: string
  name: string | null
  locale: string | null
  theme: string | null
  password_hash: string | null
  password_set_at: string | null
  created_at: string
  /** Set by the operator, for every account. */
  disabled_at: string | null
  /** JSON list of the kinds of e-mail that the person does not want. */
  muted_mail: string
}

export type MemberTable = {
  account_id: string
  user_id: string
  role: StoredRole
  created_at: string
  /** Set by an owner, for this account only. */
  disabled_at: string | null
  last_seen_at: string | null
}

/** An invitation, open until it is accepted, withdrawn or expired. */
export type InvitationTable = {
  id: string
  account_id: string
  email: string
  role: StoredRole
  /** Hash of the token in the latest link. */
  sha256: string
  /** Id of the inviting user. */
  invited_by: string
  created_at: string
  sent_at: string
  expires_at: string
  accepted_at: string | null
  withdrawn_at: string | null
  is_mailed: number
}
