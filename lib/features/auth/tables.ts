/** Sessions, and links that somebody opens once. Conventions: `lib/storage/tables.ts`. */
export type AuthTables = {
  sessions: SessionTable
  one_time_links: OneTimeLinkTable
}

export type SessionTable = {
  id: string
  user_id: string
  /** The account that the person works in now. */
  account_id: string
  /** How it was begun. */
  method: 'password' | 'passkey' | 'sso'
  address: string
  /** What the browser calls itself, shortened. */
  device: string
  created_at: string
  last_seen_at: string
  /** When the person proved last who they are. */
  proved_at: string
  expires_at: string
  revoked_at: string | null
  /** 1: a second factor, or a passkey that asked for the person, was shown in it. */
  second_factor: number
}

export type OneTimeLinkTable = {
  sha256: string
  user_id: string
  purpose: 'sign_up' | 'reset' | 'email'
  created_at: string
  expires_at: string
  /** The address that is confirmed by it. */
  email: string | null
  used_at: string | null
}
