/** Sessions and one-time links. Conventions: `lib/storage/tables.ts`. */
export type AuthTables = {
  sessions: SessionTable
  one_time_links: OneTimeLinkTable
}

export type SessionTable = {
  id: string
  user_id: string
  /** The account that the user is currently working in. */
  account_id: string
  method: 'password' | 'passkey' | 'sso'
  address: string
  /** User agent of the browser, shortened. */
  device: string
  created_at: string
  last_seen_at: string
  /** Time of the last authentication. */
  proved_at: string
  expires_at: string
  revoked_at: string | null
  /** 1 after a second factor, or a passkey with user verification. */
  second_factor: number
}

export type OneTimeLinkTable = {
  sha256: string
  user_id: string
  purpose: 'sign_up' | 'reset' | 'email'
  created_at: string
  expires_at: string
  /** The new e-mail that the link confirms. */
  email: string | null
  used_at: string | null
}
