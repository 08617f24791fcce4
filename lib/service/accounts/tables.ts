/** Accounts and their keys. Conventions: `lib/storage/tables.ts`. */
export type AccountTables = {
  accounts: AccountTable
  account_terms: AccountTermsTable
  api_keys: ApiKeyTable
}

export type AccountTable = {
  id: string
  slug: string
  name: string
  plan: 'standard' | 'pro' | 'enterprise'
  state: 'active' | 'inactive' | 'trial'
  /** JSON object with overrides of the plan's `limits`; `{}` if there are none. */
  limits: string
  spend_cap_pln: number | null
  /** The account's key of a remote service, encrypted with PANEL_SECRET. */
  sealed_api_key: string | null
  created_at: string
}

/** The terms of an account from an instant on, numbered within the account. */
export type AccountTermsTable = {
  account_id: string
  number: number
  at: string
  /**
   * `service`: written with the change; `seen`: what the panel observed at that instant, which may have applied before.
   */
  source: 'service' | 'seen'
  /** Display name of the plan; null if a remote service does not return it. */
  plan: string | null
  state: string | null
  /** Units included in the plan's price; null means no limit. */
  included: number | null
  /** Price of one unit above the included ones. */
  unit_grosz: number | null
}

export type ApiKeyTable = {
  id: string
  account_id: string
  name: string
  prefix: string
  last_four: string
  sha256: string
  created_at: string
  last_used_at: string | null
  deactivated_at: string | null
  /** The key is refused from this instant on; null means never. */
  expires_at: string | null
  /** JSON list of restrictions; null means none. */
  scope: string | null
  /** JSON list of addresses and ranges from which the key may be used; null allows any address. */
  addresses: string | null
  /** Name of the operation that was called at `last_used_at`. */
  last_operation: string | null
  /** Id of the successor; both keys work until `expires_at`. */
  replaced_by: string | null
}
