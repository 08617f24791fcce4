import { addMonths, daysOfMonth, startOfDay, warsawDay } from '@/lib/domain/calendar'

/** The beginning of the Warsaw day `months` ago, or of the last day of that month if it has no such day. */
export function retentionCutoff(now: Date, months: number): string {
  const today = warsawDay(now)
  const days = daysOfMonth(addMonths(today.slice(0, 7), -months))
  const day = days.find((each) => each.slice(8) === today.slice(8)) ?? days.at(-1) ?? today
  return startOfDay(day).toISOString()
}

/** What an account may store for a limited time, in months or days. */
export const retentionTerms = ['event_months', 'audit_months', 'draft_days'] as const
export type RetentionTerm = (typeof retentionTerms)[number]
/** Null means without limit. */
export type RetentionTerms = Readonly<Record<RetentionTerm, number | null>>
/** An owner's choice to store without limit, overriding the operator's default; null is no choice. */
export const UNLIMITED_RETENTION = 0
export const UNLIMITED_TERMS: RetentionTerms = { event_months: null, audit_months: null, draft_days: null }

/** The terms of an account: the owner's choice, or the operator's default. */
export const termsOf = (accountTerms: RetentionTerms, byDefault: RetentionTerms): RetentionTerms => ({
  event_months: termOf(accountTerms.event_months, byDefault.event_months),
  audit_months: termOf(accountTerms.audit_months, byDefault.audit_months),
  draft_days: termOf(accountTerms.draft_days, byDefault.draft_days),
})

export const termOf = (accountTerm: number | null, byDefault: number | null): number | null => {
  if (accountTerm === null) return byDefault
  return accountTerm === UNLIMITED_RETENTION ? null : accountTerm
}
