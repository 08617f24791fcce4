import { addMonths, daysOfMonth, startOfDay, warsawDay } from '@/lib/domain/calendar'

/** The first instant of the Warsaw day `months` ago, or of that month's last day where it has no such day. */
export function retentionCutoff(now: Date, months: number): string {
  const today = warsawDay(now)
  const days = daysOfMonth(addMonths(today.slice(0, 7), -months))
  const day = days.find((each) => each.slice(8) === today.slice(8)) ?? days.at(-1) ?? today
  return startOfDay(day).toISOString()
}

/** What an account may keep for a limited time, in months or days. */
export const keptTerms = ['event_months', 'audit_months', 'draft_days'] as const
export type KeptTerm = (typeof keptTerms)[number]
/** Null: for ever. */
export type KeptTerms = Readonly<Record<KeptTerm, number | null>>
/** An owner's choice to keep for ever, whatever the operator's default is; null is no choice. */
export const KEPT_FOR_EVER = 0
export const keepsAll: KeptTerms = { event_months: null, audit_months: null, draft_days: null }

/** What holds for an account: its owner's choice, and where there is none the operator's default. */
export const termsOf = (own: KeptTerms, byDefault: KeptTerms): KeptTerms => ({
  event_months: termOf(own.event_months, byDefault.event_months),
  audit_months: termOf(own.audit_months, byDefault.audit_months),
  draft_days: termOf(own.draft_days, byDefault.draft_days),
})

export const termOf = (own: number | null, byDefault: number | null): number | null => {
  if (own === null) return byDefault
  return own === KEPT_FOR_EVER ? null : own
}
