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
  /** JSON object: overrides of the plan's `limits`; `{}` when none. */
  limits: string
  spend_cap_pln: number | null
  /** The account's own key of a remote service, encrypted under PANEL_SECRET. */
  sealed_api_key: string | null
  created_at: string
}

/** What an account was sold for from an instant on, numbered within the account. */
export type AccountTermsTable = {
  account_id: string
  number: number
  at: string
  /** `service`: written with the change; `seen`: what the panel saw then, and may have been so before. */
  source: 'service' | 'seen'
  /** Its display name; null where a remote service does not say. */
  plan: string | null
  state: string | null
  /** Units in the plan price; null is without a limit. */
  included: number | null
  /** Of a unit above them. */
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
  /** From this instant on it is refused; null: never. */
  expires_at: string | null
  /** JSON list of what it is kept from; null: of nothing. */
  scope: string | null
  /** JSON list of the addresses and ranges that it may be used from; null: from anywhere. */
  addresses: string | null
  /** Name of the row that was called at `last_used_at`. */
  last_operation: string | null
  /** Id of its successor, beside which it works until `expires_at`. */
  replaced_by: string | null
}
