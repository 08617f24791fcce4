/** Whom OpenID providers know. Conventions: `lib/storage/tables.ts`. */
export type SingleSignOnTables = {
  identities: IdentityTable
}

/** A person as an OpenID provider knows them. */
export type IdentityTable = {
  issuer: string
  subject: string
  user_id: string
  created_at: string
  last_used_at: string | null
  /** Since when the provider says no groups of the person; null: it does, or roles do not go by them. */
  groups_unsaid_at: string | null
}
