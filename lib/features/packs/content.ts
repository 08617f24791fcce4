import type { Day, Month } from '@/lib/domain/calendar'
import { recordOf } from '@/lib/domain/collections/record-of'
import { makeOverageBill, overageIn } from '@/lib/domain/usage/overage-bill'
import { type DayFigure, dayFigures } from '@/lib/domain/usage/pools'
import type { CapChangeTable } from '@/lib/features/spend-cap/tables'

/** The numbers of a day, or of days together; null where the service did not say. */
export type PackFigures = Readonly<Record<DayFigure, number | null>>

export type PackDay = PackFigures & { readonly date: Day }
export type PackEndpoint = {
  readonly month: Month
  readonly endpoint: string
  readonly pool: string | null
  readonly calls: number | null
  readonly units: number | null
}

/** What the period was sold for. */
export type PackTerms = {
  readonly plan: string | null
  readonly included: number | null
  readonly unit_grosz: number | null
}

/** A part of the period in which the terms were the same; the end is exclusive. */
export type PackSegment = PackTerms & {
  readonly from: string
  readonly to: string
  /** State of the account then, e.g. `trial`; null where nobody says. */
  readonly state: string | null
  /** `unknown`: before the panel knew the account, so that nothing is said of the terms. `seen`: noticed at `from`, and may have begun earlier. */
  readonly source: 'service' | 'seen' | 'unknown'
}

export type PackMeter = {
  readonly used: number | null
  readonly overage_units: number | null
  readonly overage_grosz: number | null
  readonly document_units: number | null
  readonly spend_cap_pln: number | null
}

/** Sums of days that the meter repeats. */
export type MeteredSums = Pick<PackFigures, 'lookups' | 'overage_units' | 'overage_grosz'>

/** One look at the service; the panel keeps the last one of each period. */
export type PackSnapshot = {
  readonly at: string
  readonly terms: PackTerms
  readonly meter: PackMeter
  /** What the days came to right after the meter was read; undefined where nobody asked. */
  readonly days?: MeteredSums
}

/** Two numbers of the service that ought to be one. `agrees` is null where they cannot be held against each other. */
export type PackCheck = {
  readonly about: 'price' | 'lookups' | 'overage_units' | 'overage_grosz' | 'endpoints'
  readonly days: number | null
  readonly other: number | null
  readonly agrees: boolean | null
  /**
   * Of `price` alone, since version 2: overage was charged at more than one price, of which `terms` has the last. What a unit
   * came to on average; then `agrees` is null.
   */
  readonly mean_grosz?: number
  /** Of `price` alone, since version 5: all of it was charged at this price, which `terms` no longer has; then `agrees` is null. */
  readonly paid_grosz?: number
}

export type PackCapChange = Omit<CapChangeTable, 'account_id' | 'period_start' | 'period_end'>

/** Everything that a pack says, frozen. A change of its shape is a new `version`, but for the figure of one more pool. */
export type PackContent = {
  readonly version: 5
  readonly kind: 'closed' | 'preliminary'
  readonly account: { readonly slug: string; readonly name: string }
  /**
   * Since version 3. All amounts of the pack are net. `vat_percent`: the account wants VAT and gross shown beside what is to
   * be paid; null: net alone.
   */
  readonly amounts: { readonly are: 'net'; readonly vat_percent: number | null }
  readonly period: { readonly start: string; readonly end: string; readonly zone: 'Europe/Warsaw' }
  readonly frozen_at: string
  /**
   * Since version 4: how many entries the account's audit log had then, and the hash of the last one. Whoever keeps the pack can
   * tell by it that none of them was changed or cut off afterwards.
   */
  readonly audit: { readonly entries: number; readonly head: string }
  readonly terms: PackTerms & {
    /** When they were read: while the period ran, or, when nobody looked then, after it. */
    readonly as_of: string
  }
  /** Since version 5: the terms from the beginning of the period to its end; empty where the panel knows nothing of them. */
  readonly segments: readonly PackSegment[]
  /**
   * The meter at the true end of the period, which the embedded service knows; of a remote one the last look within it; null when
   * there was none. `days`, since version 5: what the days came to at that moment, with which it is compared.
   */
  readonly meter: (PackMeter & { readonly at: string; readonly days?: MeteredSums }) | null
  readonly days: readonly PackDay[]
  readonly endpoints: readonly PackEndpoint[]
  /** Sums of the days: what the period comes to. */
  readonly totals: PackFigures
  readonly checks: readonly PackCheck[]
  readonly cap: {
    /** `unknown` where the panel did not watch the account yet; null is the service's default ceiling. */
    readonly at_start_pln: number | null | 'unknown'
    readonly at_end_pln: number | null | 'unknown'
    readonly changes: readonly PackCapChange[]
  }
}

/** The sum, unless a day does not say its number: then nobody knows it. */
export const sumPackDays = (values: readonly (number | null)[]): number | null =>
  values.reduce<number | null>((sum, value) => (sum === null || value === null ? null : sum + value), 0)

export const packTotals = (days: readonly PackDay[]): PackFigures =>
  recordOf(dayFigures, (figure) => sumPackDays(days.map((day) => day[figure])))

type Checked = Pick<PackContent, 'days' | 'endpoints' | 'totals'> & {
  readonly terms: PackTerms
  readonly meter: PackContent['meter'] | PackMeter
}

/** Days against price, meter and endpoints. */
export function packChecks({ terms, meter, days, endpoints, totals }: Checked): PackCheck[] {
  const ofPool = endpoints.filter(({ pool }) => pool === 'lookups').map(({ units }) => units)
  return [
    priceCheck({ terms, meter, totals, days }),
    check('endpoints', totals.lookups, sumPackDays(ofPool)),
    ...(meter
      ? [
          meterCheck('lookups', totals, { meter, value: meter.used }),
          meterCheck('overage_units', totals, { meter, value: meter.overage_units }),
          meterCheck('overage_grosz', totals, { meter, value: meter.overage_grosz }),
        ]
      : []),
  ]
}

type Metered = { readonly meter: NonNullable<Checked['meter']>; readonly value: number | null }

/**
 * With the days of the same moment, where they are known. Days that are ahead of a meter that was read before them prove nothing: the
 * account was at work. Days that are behind it are a mismatch at any time.
 */
function meterCheck(about: keyof MeteredSums, totals: MeteredSums, { meter, value }: Metered): PackCheck {
  const isLook = 'at' in meter && meter.days !== undefined
  const found = check(about, isLook ? (meter.days?.[about] ?? null) : totals[about], value)
  const isAhead = isLook && found.days !== null && value !== null && found.days > value
  return isAhead ? { ...found, agrees: null } : found
}

/** Overage keeps the price at which it was charged: a price that has changed is no mismatch where the meter knows the amount. */
function priceCheck({ terms, meter, totals, days }: Omit<Checked, 'endpoints'>): PackCheck {
  const { overage_units, overage_grosz } = totals
  const found = check('price', overage_grosz, product(overage_units, terms.unit_grosz))
  const bill = makeOverageBill(
    { overage_units, overage_grosz, unit_grosz: terms.unit_grosz },
    { besides: meter ? overageIn(meter) : undefined, days },
  )
  if (bill?.kind === 'prices') return { ...found, agrees: null, mean_grosz: bill.meanGrosz }
  return bill?.kind === 'earlier' ? { ...found, agrees: null, paid_grosz: bill.meanGrosz } : found
}

const product = (units: number | null, grosz: number | null) =>
  units === null || grosz === null ? null : units * grosz

const check = (about: PackCheck['about'], days: number | null, other: number | null): PackCheck => ({
  about,
  days,
  other,
  agrees: days === null || other === null ? null : days === other,
})

/** The check that tells of several prices; undefined where there was one. */
export const severalPricesIn = ({ checks }: Pick<PackContent, 'checks'>): PackCheck | undefined =>
  checks.find(({ mean_grosz }) => mean_grosz !== undefined)

/** In grosz, where all was charged at one price that is not the last of the terms. */
export const earlierPriceIn = ({ checks }: Pick<PackContent, 'checks'>): number | undefined =>
  checks.find(({ paid_grosz }) => paid_grosz !== undefined)?.paid_grosz

export const mismatchesIn = ({ checks }: Pick<PackContent, 'checks'>): number =>
  checks.filter(({ agrees }) => agrees === false).length

type Watched = {
  readonly changes: readonly PackCapChange[]
  readonly known: { readonly cap_pln: number | null; readonly first_seen_at: string } | undefined
}

/** The cap at an instant, told from the first change after it, else the cap of now. */
export function capAt(at: string, { changes, known }: Watched): number | null | 'unknown' {
  if (!known || at < known.first_seen_at) return 'unknown'
  const next = changes.filter((change) => change.at >= at).sort((a, b) => a.number - b.number)[0]
  return next ? next.from_pln : known.cap_pln
}
