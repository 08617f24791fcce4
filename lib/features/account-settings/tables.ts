export type AccountSettingsTables = {
  account_settings: AccountSettingsTable
}

/** Settings chosen by an owner; null: the default applies. Conventions: `lib/storage/tables.ts`. */
export type AccountSettingsTable = {
  account_id: string
  second_factor_required_at: string | null
  session_idle_minutes: number | null
  /** JSON list of roles that may spend units in the panel. */
  spending_roles: string | null
  event_months: number | null
  audit_months: number | null
  draft_days: number | null
  /** When an owner dismissed the first steps; null while they may be shown. */
  first_steps_dismissed_at: string | null
}
