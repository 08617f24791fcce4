/** Who may do what in which account. Conventions: `lib/storage/tables.ts`. */
export type MemberTables = {
  users: UserTable
  members: MemberTable
  invitations: InvitationTable
}

type StoredRole = 'owner' | 'finance' | 'compliance' | 'viewer'

/** A person, whatever accounts they work in. */
export type UserTable = {
  id: string
  email: string
  name: string | null
  locale: string | null
  theme: string | null
  password_hash: string | null
  password_set_at: string | null
  created_at: string
  /** By the operator, in every account. */
  disabled_at: string | null
  /** JSON list: the kinds of mail that the person does not want. */
  muted_mail: string
}

/** A person in one account. */
export type MemberTable = {
  account_id: string
  user_id: string
  role: StoredRole
  created_at: string
  /** By an owner, in this account only. */
  disabled_at: string | null
  last_seen_at: string | null
}

/** A person who is asked to join. Open until it is accepted, withdrawn or expired. */
export type InvitationTable = {
  id: string
  account_id: string
  email: string
  role: StoredRole
  /** Of the token in the link that was sent last. */
  sha256: string
  /** The user who asks. */
  invited_by: string
  created_at: string
  sent_at: string
  expires_at: string
  accepted_at: string | null
  withdrawn_at: string | null
  is_mailed: number
}
