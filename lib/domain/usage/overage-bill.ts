import { type Day, parseDay, readInstant, startOfDay, warsawMonth } from '../calendar'
import { overageAdds } from '../format/money'
import { wholeCount, type OverageFigures } from './overage'

type Overage = { readonly units: number; readonly grosz: number }
type Priced = Overage & { readonly unitGrosz: number }

/**
 * `adds`: units × the price of now is the amount. `earlier`: all of it was charged at one price, which is not the one of now.
 * `prices`: it was charged at more than one. `off`: nothing explains the amount. A charge keeps its price, so the amount stands.
 */
export type OverageBill = Priced & {
  readonly kind: 'adds' | 'earlier' | 'prices' | 'off'
  /** What a unit came to on average; of `adds` and `earlier` the price itself. */
  readonly meanGrosz: number
  /** Of `earlier`: the last day with a charge, where the days tell it. */
  readonly lastDay?: Day | undefined
}

type Evidence = {
  /** What else gives units and amount: the days for the meter, the meter for the days; undefined where nothing does. */
  readonly besides?: Overage | undefined
  /** Days of the period, which tell one price from several. */
  readonly days?: readonly OverageDay[] | undefined
}

/** What overage comes to and how it is reckoned; undefined when any of it cannot be read. */
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

/** The bill of a meter, held against the days of its period. */
export const billOf = (meter: OverageFigures, days: readonly OverageDay[] | undefined): OverageBill | undefined =>
  makeOverageBill(meter, { besides: overageOfDays(meter, days), days: daysOfPeriod(meter, days ?? []) })

function kindOf(bill: Priced, { besides, days }: Evidence): OverageBill['kind'] {
  if (overageAdds(bill)) return 'adds'
  const isBorneOut = besides === undefined || (hasPrice(besides) && isSameBut(bill, besides))
  if (!hasPrice(bill) || !isBorneOut) return 'off'
  return hasOnePrice(bill, days ?? []) ? 'earlier' : 'prices'
}

/** No mean that is no whole price is one price, and no two days with different ones. */
function hasOnePrice({ units, grosz }: Overage, days: readonly OverageDay[]): boolean {
  if (units === 0 || grosz % units !== 0) return false
  const price = grosz / units
  return days.every((day) => {
    const charged = overageIn(day)
    return charged === undefined || overageAdds({ ...charged, unitGrosz: price })
  })
}

const lastChargedDay = (days: readonly OverageDay[]): Day | undefined =>
  days
    .flatMap((day) => ((overageIn(day)?.units ?? 0) > 0 && day.date ? [day.date] : []))
    .sort()
    .at(-1)

/** No units come to nothing at any price. */
const hasPrice = ({ units, grosz }: Overage): boolean => units > 0 || grosz === 0

/** The two were not read at one instant: what was charged between them was charged at the price of now. */
const isSameBut = ({ units, unitGrosz, grosz }: Priced, besides: Overage): boolean =>
  overageAdds({ units: units - besides.units, unitGrosz, grosz: grosz - besides.grosz })

type OverageFields = Pick<OverageFigures, 'overage_units' | 'overage_grosz'>
export type OverageDay = OverageFields & { readonly date?: Day | null | undefined }

/** Units and amount of an answer; undefined unless both can be read. */
export function overageIn({ overage_units, overage_grosz }: OverageFields): Overage | undefined {
  const [units, grosz] = [wholeCount(overage_units), wholeCount(overage_grosz)]
  return units === undefined || grosz === undefined ? undefined : { units, grosz }
}

/** What the days of the meter's period come to; undefined where they are not all there, or one of them does not say. */
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
  // Where a period is no calendar month, the days of its last month are not all of it.
  if (first.slice(0, 7) > warsawMonth(new Date(start))) return undefined
  return dated.filter(({ date }) => startOfDay(date).getTime() >= start && startOfDay(date).getTime() < end)
}
