/** Statements of periods, stored as bytes. Conventions: `lib/storage/tables.ts`. */
export type PackTables = {
  period_packs: PeriodPackTable
  pack_settings: PackSettingsTable
  pack_files: PackFileTable
}

export type PeriodPackTable = {
  id: string
  account_id: string
  /** Unique per period, so a preliminary one contains its id: `preliminary 7d0e…`. Old rows have only `preliminary`. */
  kind: 'closed' | `preliminary${string}`
  period_start: string
  period_end: string
  frozen_at: string
  content: string
  content_sha256: string
}

/** Null: statements show net amounts only. */
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
