/** Tables of feeds. Conventions: `lib/storage/tables.ts`. */
export type FeedTable = {
  id: string
  account_id: string
  /** Its owner: the feed is readable while they may read events in the account. */
  user_id: string
  kind: 'calendar' | 'rss'
  name: string
  /** Hash of the secret part of its address, which is not stored. */
  token_sha256: string
  /** JSON: `{sources, tag}`, both may be empty. */
  narrowing: string
  created_at: string
  /** When its address was created. */
  renewed_at: string
  last_read_at: string | null
  /** When it was revoked, which happens at the first read after its user lost access; null while it is valid. */
  revoked_at: string | null
}

export type FeedTables = { feeds: FeedTable }
