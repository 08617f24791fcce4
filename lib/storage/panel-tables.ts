/** Rows of the panel's own state and of the processes that share the store. Conventions: `tables.ts`. */

export type UserTable = {
  id: string
  account_id: string
  email: string
  role: 'owner' | 'finance' | 'compliance' | 'viewer'
  password_hash: string | null
  created_at: string
  disabled_at: string | null
}

export type SessionTable = {
  id: string
  user_id: string
  account_id: string
  created_at: string
  last_seen_at: string
  expires_at: string
  revoked_at: string | null
}

export type SignUpLinkTable = {
  sha256: string
  user_id: string
  purpose: 'sign_up' | 'reset'
  created_at: string
  expires_at: string
  used_at: string | null
}

/** Lets one of several processes run a periodic job. */
export type JobLockTable = { name: string; holder: string; until: string }
