import { type Day, parseDay, readInstant, startOfDay, warsawMonth } from '../calendar'
import { overageAdds } from '../format/money'
import { wholeCount, type OverageFigures } from './overage'

type Overage = { readonly units: number; readonly grosz: number }
type Priced = Overage & { readonly unitGrosz: number }

/**
 * `adds`: units × price is the amount. `prices`: it is not, because overage keeps the price at which it was charged and the
 * price has changed since; the amount stands. `off`: nothing explains the amount.
 */
export type OverageBill = Priced & {
  readonly kind: 'adds' | 'prices' | 'off'
  /** What a unit came to on average. */
  readonly meanGrosz: number
}

/**
 * What overage comes to and how it is reckoned; undefined when any of it cannot be read. `besides` is what else gives units
 * and amount: the days for the meter, the meter for the days; undefined where nothing does.
 */
export function makeOverageBill(meter: OverageFigures, besides: Overage | undefined): OverageBill | undefined {
  const overage = overageIn(meter)
  const unitGrosz = wholeCount(meter.unit_grosz)
  if (overage === undefined || unitGrosz === undefined) return undefined
  const bill = { ...overage, unitGrosz }
  const { units, grosz } = bill
  return { ...bill, kind: kindOf(bill, besides), meanGrosz: units === 0 ? 0 : grosz / units }
}

function kindOf(bill: Priced, besides: Overage | undefined): OverageBill['kind'] {
  if (overageAdds(bill)) return 'adds'
  const isBorneOut = besides === undefined || (hasPrice(besides) && isSameBut(bill, besides))
  return hasPrice(bill) && isBorneOut ? 'prices' : 'off'
}

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
