import { type Day, parseDay, readInstant, startOfDay, warsawMonth } from '../calendar'
import { overageAddsUp } from '../format/money'
import { wholeCount, type OverageFigures } from './overage'

type Overage = { readonly units: number; readonly grosz: number }
type PricedOverage = Overage & { readonly unitGrosz: number }

/**
 * `adds`: units × the present price is the amount. `earlier`: all was charged at one earlier price. `prices`: it was
 * charged at several prices. `off`: nothing explains the amount. Charged units keep their price, so the amount is valid
 * in any case.
 */
export type OverageBill = PricedOverage & {
  readonly kind: 'adds' | 'earlier' | 'prices' | 'off'
  /** Average price of a unit; for `adds` and `earlier` the price itself. */
  readonly meanGrosz: number
  /** For `earlier`: the last day with a charge, if the days contain it. */
  readonly lastDay?: Day | undefined
}

type Evidence = {
  /** A second source of units and amount: the days for the meter, the meter for the days; undefined without one. */
  readonly comparison?: Overage | undefined
  /** Days of the period, which show whether there were several prices. */
  readonly days?: readonly OverageDay[] | undefined
}

/** Amount of the overage and how it is calculated; undefined when any of it cannot be read. */
export function makeOverageBill(meter: OverageFigures, evidence: Evidence = {}): OverageBill | undefined {
  const overage = overageIn(meter)
  const unitGrosz = wholeCount(meter.unit_grosz)
  if (overage === undefined || unitGrosz === undefined) return undefined
  const bill = { ...overage, unitGrosz }
  const { units, grosz } = bill
  const kind = kindOf(bill, evidence)
  return {
    ...bill,
    kind,
    meanGrosz: units === 0 ? 0 : grosz / units,
    ...(kind === 'earlier' && { lastDay: lastChargedDay(evidence.days ?? []) }),
  }
}

/** The bill of a meter, compared with the days of its period. */
export const billOf = (meter: OverageFigures, days: readonly OverageDay[] | undefined): OverageBill | undefined =>
  makeOverageBill(meter, { comparison: overageOfDays(meter, days), days: daysOfPeriod(meter, days ?? []) })

function kindOf(bill: PricedOverage, { comparison, days }: Evidence): OverageBill['kind'] {
  if (overageAddsUp(bill)) return 'adds'
  const isConfirmed = comparison === undefined || (hasPrice(comparison) && differsByPresentPrice(bill, comparison))
  if (!hasPrice(bill) || !isConfirmed) return 'off'
  return hasOnePrice(bill, days ?? []) ? 'earlier' : 'prices'
}

/** False when the mean is not a whole price, or when two days have different prices. */
function hasOnePrice({ units, grosz }: Overage, days: readonly OverageDay[]): boolean {
  if (units === 0 || grosz % units !== 0) return false
  const price = grosz / units
  return days.every((day) => {
    const charged = overageIn(day)
    return charged === undefined || overageAddsUp({ ...charged, unitGrosz: price })
  })
}

const lastChargedDay = (days: readonly OverageDay[]): Day | undefined =>
  days
    .flatMap((day) => ((overageIn(day)?.units ?? 0) > 0 && day.date ? [day.date] : []))
    .sort()
    .at(-1)

/** Without units the amount must be zero. */
const hasPrice = ({ units, grosz }: Overage): boolean => units > 0 || grosz === 0

/** The two were read at different instants: what was charged between them has the present price. */
const differsByPresentPrice = ({ units, unitGrosz, grosz }: PricedOverage, besides: Overage): boolean =>
  overageAddsUp({ units: units - besides.units, unitGrosz, grosz: grosz - besides.grosz })

type OverageFields = Pick<OverageFigures, 'overage_units' | 'overage_grosz'>
export type OverageDay = OverageFields & { readonly date?: Day | null | undefined }

/** Units and amount of an answer; undefined unless both can be read. */
export function overageIn({ overage_units, overage_grosz }: OverageFields): Overage | undefined {
  const [units, grosz] = [wholeCount(overage_units), wholeCount(overage_grosz)]
  return units === undefined || grosz === undefined ? undefined : { units, grosz }
}

/** Sum of the days of the meter's period; undefined when any day is missing or unreadable. */
export const overageOfDays = (meter: OverageFigures, days: readonly OverageDay[] | undefined): Overage | undefined =>
  daysOfPeriod(meter, days ?? [])?.reduce<Overage | undefined>((sum, day) => plus(sum, overageIn(day)), {
    units: 0,
    grosz: 0,
  })

const plus = (sum: Overage | undefined, more: Overage | undefined): Overage | undefined =>
  sum && more && overageIn({ overage_units: sum.units + more.units, overage_grosz: sum.grosz + more.grosz })

function daysOfPeriod({ period_start, period_end }: OverageFigures, days: readonly OverageDay[]) {
  const [start, end] = [readInstant(period_start), readInstant(period_end)]
  const dated = days.flatMap((day) => {
    const date = parseDay(day.date ?? '')
    return date === null ? [] : [{ ...day, date }]
  })
  const first = dated.map(({ date }) => date).sort()[0]
  if (start === undefined || end === undefined || first === undefined || dated.length < days.length) return undefined
  // When a period is not a calendar month, the days of its last month do not cover it.
  if (first.slice(0, 7) > warsawMonth(new Date(start))) return undefined
  return dated.filter(({ date }) => startOfDay(date).getTime() >= start && startOfDay(date).getTime() < end)
}
