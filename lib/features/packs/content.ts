import type { Day, Month } from '@/lib/domain/calendar'
import { recordOf } from '@/lib/domain/collections/record-of'
import { makeOverageBill, overageIn } from '@/lib/domain/usage/overage-bill'
import { type DayFigure, dayFigures } from '@/lib/domain/usage/pools'
import type { CapChangeTable } from '@/lib/features/spend-cap/tables'

/** The numbers of one day, or of several together; null if the service did not report them. */
export type PackFigures = Readonly<Record<DayFigure, number | null>>

export type PackDay = PackFigures & { readonly date: Day }
export type PackEndpoint = {
  readonly month: Month
  readonly endpoint: string
  readonly pool: string | null
  readonly calls: number | null
  readonly units: number | null
}

export type PackTerms = {
  readonly plan: string | null
  readonly included: number | null
  readonly unit_grosz: number | null
}

/** A part of the period with constant terms; the end is exclusive. */
export type PackSegment = PackTerms & {
  readonly from: string
  readonly to: string
  /** State of the account at that time, e.g. `trial`; null if unknown. */
  readonly state: string | null
  /**
   * `unknown`: before the panel knew the account, so no terms are stated. `seen`: noticed at `from`, and may have begun
   * earlier.
   */
  readonly source: 'service' | 'seen' | 'unknown'
}

export type PackMeter = {
  readonly used: number | null
  readonly overage_units: number | null
  readonly overage_grosz: number | null
  readonly document_units: number | null
  readonly spend_cap_pln: number | null
}

/** Sums of the days that the meter reports too. */
export type MeteredSums = Pick<PackFigures, 'lookups' | 'overage_units' | 'overage_grosz'>

/** One reading of the service; the panel stores the last one of each period. */
export type PackSnapshot = {
  readonly at: string
  readonly terms: PackTerms
  readonly meter: PackMeter
  /** Sums of the days right after the meter was read; undefined if they were not requested. */
  readonly days?: MeteredSums
}

/** Two numbers of the service that should be equal. `agrees` is null if they cannot be compared. */
export type PackCheck = {
  readonly about: 'price' | 'lookups' | 'overage_units' | 'overage_grosz' | 'endpoints'
  readonly days: number | null
  readonly other: number | null
  readonly agrees: boolean | null
  /**
   * Only for `price`, since version 2: the average price of a unit if overage was charged at several prices, of which
   * `terms` has the last; `agrees` is then null.
   */
  readonly mean_grosz?: number
  /** Only for `price`, since version 5: the price of all units if `terms` no longer has it; `agrees` is then null. */
  readonly paid_grosz?: number
}

export type PackCapChange = Omit<CapChangeTable, 'account_id' | 'period_start' | 'period_end'>

/**
 * The frozen content of a pack. A change of its shape needs a new `version`, except for the figure of an additional
 * pool.
 */
export type PackContent = {
  readonly version: 5
  readonly kind: 'closed' | 'preliminary'
  readonly account: { readonly slug: string; readonly name: string }
  /**
   * Since version 3. All amounts of the pack are net. `vat_percent`: rate for the VAT and gross amounts next to the
   * amount due; null: net only.
   */
  readonly amounts: { readonly are: 'net'; readonly vat_percent: number | null }
  readonly period: { readonly start: string; readonly end: string; readonly zone: 'Europe/Warsaw' }
  readonly frozen_at: string
  /**
   * Since version 4: the number of entries in the account's audit log and the hash of the last one. With the pack one
   * can prove that none of them was changed or removed afterwards.
   */
  readonly audit: { readonly entries: number; readonly head: string }
  readonly terms: PackTerms & {
    /** When the terms were read: during the period or, if they were not read then, after it. */
    readonly as_of: string
  }
  /** Since version 5: the terms from the beginning of the period to its end; empty if unknown. */
  readonly segments: readonly PackSegment[]
  /**
   * The meter at the exact end of the period for an embedded service; for a remote one the last reading within the
   * period; null if there was none. `days`, since version 5: sums of the days at that moment, for comparison.
   */
  readonly meter: (PackMeter & { readonly at: string; readonly days?: MeteredSums }) | null
  readonly days: readonly PackDay[]
  readonly endpoints: readonly PackEndpoint[]
  /** Sums of the days: the totals of the period. */
  readonly totals: PackFigures
  readonly checks: readonly PackCheck[]
  readonly cap: {
    /** `unknown` if the panel did not watch the account yet; null is the service's default ceiling. */
    readonly at_start_pln: number | null | 'unknown'
    readonly at_end_pln: number | null | 'unknown'
    readonly changes: readonly PackCapChange[]
  }
}

/** Returns the sum, or null if the number of any day is unknown. */
export const sumPackDays = (values: readonly (number | null)[]): number | null =>
  values.reduce<number | null>((sum, value) => (sum === null || value === null ? null : sum + value), 0)

export const packTotals = (days: readonly PackDay[]): PackFigures =>
  recordOf(dayFigures, (figure) => sumPackDays(days.map((day) => day[figure])))

type CheckInput = Pick<PackContent, 'days' | 'endpoints' | 'totals'> & {
  readonly terms: PackTerms
  readonly meter: PackContent['meter'] | PackMeter
}

export function packChecks({ terms, meter, days, endpoints, totals }: CheckInput): PackCheck[] {
  const lookupUnits = endpoints.filter(({ pool }) => pool === 'lookups').map(({ units }) => units)
  return [
    priceCheck({ terms, meter, totals, days }),
    check('endpoints', totals.lookups, sumPackDays(lookupUnits)),
    ...(meter
      ? [
          meterCheck('lookups', totals, { meter, value: meter.used }),
          meterCheck('overage_units', totals, { meter, value: meter.overage_units }),
          meterCheck('overage_grosz', totals, { meter, value: meter.overage_grosz }),
        ]
      : []),
  ]
}

type MeterValue = { readonly meter: NonNullable<CheckInput['meter']>; readonly value: number | null }

/**
 * Compares with the days of the same moment if known. Days above an earlier meter reading prove nothing, because the
 * account was in use; days below it are always a mismatch.
 */
function meterCheck(about: keyof MeteredSums, totals: MeteredSums, { meter, value }: MeterValue): PackCheck {
  const hasDaysOfReading = 'at' in meter && meter.days !== undefined
  const comparison = check(about, hasDaysOfReading ? (meter.days?.[about] ?? null) : totals[about], value)
  const isAhead = hasDaysOfReading && comparison.days !== null && value !== null && comparison.days > value
  return isAhead ? { ...comparison, agrees: null } : comparison
}

/**
 * Overage retains the price at which it was charged: a changed price is not a mismatch if the meter's amount agrees.
 */
function priceCheck({ terms, meter, totals, days }: Omit<CheckInput, 'endpoints'>): PackCheck {
  const { overage_units, overage_grosz } = totals
  const comparison = check('price', overage_grosz, product(overage_units, terms.unit_grosz))
  const bill = makeOverageBill(
    { overage_units, overage_grosz, unit_grosz: terms.unit_grosz },
    { comparison: meter ? overageIn(meter) : undefined, days },
  )
  if (bill?.kind === 'prices') return { ...comparison, agrees: null, mean_grosz: bill.meanGrosz }
  return bill?.kind === 'earlier' ? { ...comparison, agrees: null, paid_grosz: bill.meanGrosz } : comparison
}

const product = (units: number | null, grosz: number | null) =>
  units === null || grosz === null ? null : units * grosz

const check = (about: PackCheck['about'], days: number | null, other: number | null): PackCheck => ({
  about,
  days,
  other,
  agrees: days === null || other === null ? null : days === other,
})

/** The check that reports several prices; undefined if there was one. */
export const severalPricesIn = ({ checks }: Pick<PackContent, 'checks'>): PackCheck | undefined =>
  checks.find(({ mean_grosz }) => mean_grosz !== undefined)

/** In grosz, if all units were charged at one price other than the last of the terms. */
export const earlierPriceIn = ({ checks }: Pick<PackContent, 'checks'>): number | undefined =>
  checks.find(({ paid_grosz }) => paid_grosz !== undefined)?.paid_grosz

export const mismatchesIn = ({ checks }: Pick<PackContent, 'checks'>): number =>
  checks.filter(({ agrees }) => agrees === false).length

type CapObservations = {
  readonly changes: readonly PackCapChange[]
  readonly known: { readonly cap_pln: number | null; readonly first_seen_at: string } | undefined
}

/** The cap at an instant: the previous value of the first change after it, or the current cap. */
export function capAt(at: string, { changes, known }: CapObservations): number | null | 'unknown' {
  if (!known || at < known.first_seen_at) return 'unknown'
  const next = changes.filter((change) => change.at >= at).sort((a, b) => a.number - b.number)[0]
  return next ? next.from_pln : known.cap_pln
}
