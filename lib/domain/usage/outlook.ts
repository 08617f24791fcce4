import { type Day, parseDay, readInstant, warsawDay } from '../calendar'
import { type Forecast, forecastOverage, type ForecastOptions, type UsedDay } from './forecast'
import { capInForce, wholeCount, isCapKnown } from './overage'
import { billOf, type OverageBill, type OverageDay } from './overage-bill'
import { type AccountMeter, type Standing, readStanding } from './standing'

/**
 * Payable amount above the plan for the period, in grosz, net. `nothing`: no overage is sold and none was charged;
 * `frozen`: exactly what was charged, nothing is added at present; `expected`: by the pace, within the cap; `capped`:
 * the cap stops it before the end; `open`: no estimate yet, only the upper bound is known; `unknown`: the answer is
 * incomplete. `mostGrosz` is the most that the service can charge, undefined if unknown.
 */
export type Payable =
  | { readonly kind: 'nothing' | 'unknown' }
  | { readonly kind: 'frozen'; readonly grosz: number }
  | { readonly kind: 'expected'; readonly grosz: number; readonly mostGrosz: number | undefined }
  | { readonly kind: 'capped'; readonly mostGrosz: number; readonly uncappedGrosz: number; readonly at: string }
  | { readonly kind: 'open'; readonly mostGrosz: number | undefined }

/** A day of the ledger, as the service sums it. */
export type LedgerDay = UsedDay & OverageDay

/** The day on which the units in the plan price ended, or will end by the forecast. */
export type PlanEnd = { readonly day: Day; readonly isPast: boolean }

/**
 * An account's money at one moment. Every page, mail, rule and file that shows units above the plan, their price, or
 * the end of the plan takes them from here or from `overage-bill.ts`, and so from the ledger: never from used minus
 * included, which differs after a change of plan.
 */
export type Outlook = {
  readonly standing: Standing
  /** Charged so far; undefined if the answer does not contain it. */
  readonly spentGrosz: number | undefined
  readonly payable: Payable
  /** Units charged above the plan; undefined if the answer does not contain them. */
  readonly chargedUnits: number | undefined
  /** How the amount is calculated; undefined if it cannot be read. */
  readonly bill: OverageBill | undefined
  /** Null if unknown or not in this period. */
  readonly planEnd: PlanEnd | null
  /** Null with too little data, and for a period that has ended. */
  readonly forecast: Forecast | null
  /** The numbers belong to a period that has ended. */
  readonly isOver: boolean
}

export function makeOutlook(meter: AccountMeter, days: readonly LedgerDay[], options: ForecastOptions): Outlook {
  const standing = readStanding(meter, options)
  const isOver = (readInstant(meter.period_end) ?? Infinity) <= options.now.getTime()
  const forecast = isOver ? null : forecastOverage(meter, days, options)
  const spentGrosz = wholeCount(meter.overage_grosz)
  const payable = payableOf(meter, { standing, isOver, forecast, spentGrosz })
  return {
    standing,
    spentGrosz,
    payable,
    forecast,
    isOver,
    chargedUnits: wholeCount(meter.overage_units),
    bill: billOf(meter, days),
    planEnd: planEndOf(days, { standing, forecast, now: options.now }),
  }
}

type Moment = Pick<Outlook, 'standing' | 'forecast'> & { readonly now: Date }

/**
 * It is in the past when no plan units are left and units were charged after the last one; after a change to a larger
 * plan it is in the future again.
 */
function planEndOf(days: readonly LedgerDay[], { standing, forecast, now }: Moment): PlanEnd | null {
  if (standing.free === 0) return planEndOfClosed(days)
  const reachedMs = readInstant(forecast?.includedReachedAt)
  return reachedMs === undefined || reachedMs <= now.getTime()
    ? null
    : { day: warsawDay(new Date(reachedMs)), isPast: false }
}

/** For a month that is over, for which there is no meter any more. */
export function planEndOfClosed(days: readonly LedgerDay[]): PlanEnd | null {
  const day = lastPlanDay(days)
  return day === undefined ? null : { day, isPast: true }
}

/** The last day with a unit in the plan price; without one, the first charged day. */
function lastPlanDay(days: readonly LedgerDay[]): Day | undefined {
  const dated = days
    .flatMap((day) => {
      const date = parseDay(day.date ?? '')
      const [all, overage] = [wholeCount(day.lookups), wholeCount(day.overage_units)]
      return date === null || all === undefined || overage === undefined
        ? []
        : [{ date, over: overage, inPlan: all - overage }]
    })
    .sort((a, b) => (a.date < b.date ? -1 : 1))
  const charged = dated.findLast(({ over }) => over > 0)
  if (charged === undefined) return undefined
  const ended = dated.findLast(({ inPlan }) => inPlan > 0) ?? dated.find(({ over }) => over > 0)
  return ended === undefined || ended.date > charged.date ? undefined : ended.date
}

type PayableInput = Pick<Outlook, 'standing' | 'spentGrosz' | 'forecast' | 'isOver'>

function payableOf(meter: AccountMeter, input: PayableInput): Payable {
  const { standing, spentGrosz } = input
  if (spentGrosz === undefined) return { kind: 'unknown' }
  if (standing.terms !== 'paid' && spentGrosz === 0) return { kind: 'nothing' }
  return isFinal(input)
    ? { kind: 'frozen', grosz: spentGrosz }
    : expectedPayable(input, maximumOf(meter, standing, spentGrosz))
}

const isFinal = ({ standing: { terms, left }, isOver }: PayableInput): boolean =>
  isOver || terms !== 'paid' || left === 0

/** The cap, or what was charged before it was lowered; undefined if unknown, or if the service reports no limit. */
const maximumOf = (meter: AccountMeter, { left }: Standing, spentGrosz: number): number | undefined =>
  isCapKnown(meter) && left !== null ? Math.max(capInForce(meter), spentGrosz) : undefined

function expectedPayable({ standing, forecast }: PayableInput, mostGrosz: number | undefined): Payable {
  // After a refusal that the meter does not show yet, only the upper bound is known.
  if (forecast === null || standing.stop !== null) return { kind: 'open', mostGrosz }
  const { open, atEnd, stopReachedAt } = forecast
  return stopReachedAt === null || mostGrosz === undefined
    ? { kind: 'expected', grosz: atEnd.grosz, mostGrosz }
    : { kind: 'capped', mostGrosz, uncappedGrosz: open.grosz, at: stopReachedAt }
}

/** Whole złoty for "about", because an estimate has no groszy. Never less than what was charged already. */
export const aboutPln = (grosz: number, spentGrosz = 0): number =>
  Math.max(Math.round(grosz / 100), Math.ceil(spentGrosz / 100))
