/** Identities at OpenID Connect providers. Conventions: `lib/storage/tables.ts`. */
export type SingleSignOnTables = {
  identities: IdentityTable
}

/** A person as identified by an OpenID Connect provider. */
export type IdentityTable = {
  issuer: string
  subject: string
  user_id: string
  created_at: string
  last_used_at: string | null
  /**
   * Since when the provider has reported no groups of the person; null if it does, or if roles do not depend on groups.
   */
  groups_unsaid_at: string | null
}
