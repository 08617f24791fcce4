/** Rows of feeds. Conventions: `lib/storage/tables.ts`. */
export type FeedTable = {
  id: string
  account_id: string
  /** Whose it is: it can be read as long as they may read events in the account. */
  user_id: string
  kind: 'calendar' | 'rss'
  name: string
  /** Hash of the secret part of its address, which is kept nowhere. */
  token_sha256: string
  /** JSON: `{sources, tag}`, both may be empty. */
  narrowing: string
  created_at: string
  /** When its address was made. */
  renewed_at: string
  last_read_at: string | null
  /** Since when it is not to be read: found so when somebody asked for it. */
  revoked_at: string | null
}

export type FeedTables = { feeds: FeedTable }
