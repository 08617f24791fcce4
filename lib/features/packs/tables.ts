/** Statements of closed periods, as bytes. Conventions: `lib/storage/tables.ts`. */
export type PackTables = {
  period_packs: PeriodPackTable
  pack_settings: PackSettingsTable
  pack_files: PackFileTable
}

export type PeriodPackTable = {
  id: string
  account_id: string
  /**
   * One of a period is of a kind, so a preliminary one has its id in it: `preliminary 7d0e…`. Those from before that was so are
   * `preliminary`.
   */
  kind: 'closed' | `preliminary${string}`
  period_start: string
  period_end: string
  frozen_at: string
  /** The frozen JSON, byte for byte. */
  content: string
  content_sha256: string
}

/** Null: statements have net amounts alone. */
export type PackSettingsTable = {
  account_id: string
  vat_percent: number | null
}

export type PackFileTable = {
  pack_id: string
  kind: 'pdf' | 'zip'
  name: string
  media: string
  sha256: string
  bytes: number
  base64: string
}
