/** The cap, its history and the last meter readings. Conventions: `lib/storage/tables.ts`. */
export type SpendCapTables = {
  cap_changes: CapChangeTable
  known_caps: KnownCapTable
  meter_snapshots: MeterSnapshotTable
}

/**
 * One change of the spend cap, numbered within the account. A null `from_pln` or `to_pln` means the service's default
 * ceiling.
 */
export type CapChangeTable = {
  account_id: string
  number: number
  at: string
  /** `outside`: noticed by the panel; `at` is then the time of noticing. */
  source: 'panel' | 'key' | 'outside'
  actor: string | null
  from_pln: number | null
  to_pln: number | null
  reason: string | null
  /** The meter at that moment, as far as the service reported it. */
  period_start: string | null
  period_end: string | null
  overage_units: number | null
  overage_grosz: number | null
}

/** The cap that the panel last read. If the service reports another value, the cap was changed outside the panel. */
export type KnownCapTable = {
  account_id: string
  cap_pln: number | null
  first_seen_at: string
  seen_at: string
  /** JSON of a sent change whose outcome is not recorded yet. */
  intent: string | null
}

/** The last meter reading in a period, because the service resets the meter when the next one begins. */
export type MeterSnapshotTable = {
  account_id: string
  period_start: string
  period_end: string
  at: string
  content: string
}
