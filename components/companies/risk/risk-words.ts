import type { OperationAnswer } from '@/lib/client/client'
import { addDays, type Day } from '@/lib/domain/calendar'
import { registerRows } from '@/lib/domain/registers/register-rows'

export type RiskResult = OperationAnswer<'risk.get'>
export type Finding = NonNullable<RiskResult['factors']>[number]

/** Findings of the embedded service (`risk-score.ts`) for which the panel has texts. */
const riskCodes = [
  'status_deregistered',
  'status_bankruptcy',
  'status_restructuring',
  'status_liquidation',
  'krs_proceedings',
  'krz_recent',
  'krz_older',
  'knf_warning',
  'vat_unregistered',
  'capital_minimum',
  'young',
  'board_changes',
] as const
export type RiskCode = (typeof riskCodes)[number]
export const isRiskCode = (code: string): code is RiskCode => riskCodes.some((each) => each === code)

/** The days during which the embedded service counts an announcement as recent, and a company as young. */
const RECENT_DAYS = 30
const YOUNG_DAYS = 365

/** Returns the first day on which no announcement counts as recent any more; undefined if no date is known. */
export function recentUntil(days: readonly (Day | null | undefined)[]): Day | undefined {
  const newest = days
    .flatMap((day) => day ?? [])
    .toSorted()
    .at(-1)
  return newest === undefined ? undefined : addDays(newest, RECENT_DAYS + 1)
}

export const youngUntil = (registeredOn: Day): Day => addDays(registeredOn, YOUNG_DAYS)

export const tabOfEvidence = (source: string): 'announcements' | 'changes' | 'mentions' | undefined => {
  if (source === 'krz' || source === 'msig') return 'announcements'
  if (source === 'krs') return 'changes'
  return source === 'bzp' || Object.hasOwn(registerRows, source) ? 'mentions' : undefined
}
