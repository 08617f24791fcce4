/** The cap, its history and the meter as it was last seen. Conventions: `lib/storage/tables.ts`. */
export type SpendCapTables = {
  cap_changes: CapChangeTable
  known_caps: KnownCapTable
  meter_snapshots: MeterSnapshotTable
}

/** One change of the spend cap, numbered within the account. Null in PLN is the service's default ceiling. */
export type CapChangeTable = {
  account_id: string
  number: number
  at: string
  /** `outside`: found changed; `at` is then when that was seen. */
  source: 'panel' | 'key' | 'outside'
  actor: string | null
  from_pln: number | null
  to_pln: number | null
  reason: string | null
  /** The meter at that moment, as far as the service said it. */
  period_start: string | null
  period_end: string | null
  overage_units: number | null
  overage_grosz: number | null
}

/** The cap that the panel last saw: any other one was set by somebody else. */
export type KnownCapTable = {
  account_id: string
  cap_pln: number | null
  first_seen_at: string
  seen_at: string
  /** JSON of the change that was sent and whose outcome is not recorded yet. */
  intent: string | null
}

/** The meter as it was last seen in a period, because the service forgets it when the next one begins. */
export type MeterSnapshotTable = {
  account_id: string
  period_start: string
  period_end: string
  at: string
  content: string
}
