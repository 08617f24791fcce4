import { readInstant } from '../calendar'
import { type Forecast, forecastOverage, type ForecastOptions, type UsedDay } from './forecast'
import { capInForce, wholeCount, isCapKnown } from './overage'
import { type AccountMeter, type Standing, readStanding } from './standing'

/**
 * What will be paid above the plan for the period, in grosz, net. `nothing`: no overage is sold and none was charged;
 * `frozen`: exactly what was charged, nothing is added while it stays so; `expected`: by the pace, within the cap; `capped`:
 * the cap stops it on the way; `open`: nothing can be expected yet, only the bound is known; `unknown`: the answer says
 * too little. `mostGrosz` is the most that the service can charge, undefined where it does not say.
 */
export type Payable =
  | { readonly kind: 'nothing' | 'unknown' }
  | { readonly kind: 'frozen'; readonly grosz: number }
  | { readonly kind: 'expected'; readonly grosz: number; readonly mostGrosz: number | undefined }
  | { readonly kind: 'capped'; readonly mostGrosz: number; readonly openGrosz: number; readonly at: string }
  | { readonly kind: 'open'; readonly mostGrosz: number | undefined }

/** An account's money at one moment, for every sentence that speaks of it. */
export type Outlook = {
  readonly standing: Standing
  /** Charged so far; undefined where the answer does not say. */
  readonly spentGrosz: number | undefined
  readonly payable: Payable
  /** Null where there is too little data, and for a period that is over. */
  readonly forecast: Forecast | null
  /** The numbers are of a period that has ended. */
  readonly isOver: boolean
}

export function makeOutlook(meter: AccountMeter, days: readonly UsedDay[], options: ForecastOptions): Outlook {
  const standing = readStanding(meter, options)
  const isOver = (readInstant(meter.period_end) ?? Infinity) <= options.now.getTime()
  const forecast = isOver ? null : forecastOverage(meter, days, options)
  const spentGrosz = wholeCount(meter.overage_grosz)
  const payable = payableOf(meter, { standing, isOver, forecast, spentGrosz })
  return { standing, spentGrosz, payable, forecast, isOver }
}

function payableOf(meter: AccountMeter, known: Omit<Outlook, 'payable'>): Payable {
  const { standing, spentGrosz } = known
  if (spentGrosz === undefined) return { kind: 'unknown' }
  if (standing.terms !== 'paid' && spentGrosz === 0) return { kind: 'nothing' }
  return isFinal(known)
    ? { kind: 'frozen', grosz: spentGrosz }
    : stillToCome(known, mostOf(meter, standing, spentGrosz))
}

const isFinal = ({ standing: { terms, left }, isOver }: Omit<Outlook, 'payable'>): boolean =>
  isOver || terms !== 'paid' || left === 0

/** The cap, or what was charged before it was lowered; undefined where nobody names it, and where the service says that nothing limits. */
const mostOf = (meter: AccountMeter, { left }: Standing, spentGrosz: number): number | undefined =>
  isCapKnown(meter) && left !== null ? Math.max(capInForce(meter), spentGrosz) : undefined

function stillToCome({ standing, forecast }: Omit<Outlook, 'payable'>, mostGrosz: number | undefined): Payable {
  // A refusal that the meter does not know of yet: what it will come to is bounded, and no more is known.
  if (forecast === null || standing.stop !== null) return { kind: 'open', mostGrosz }
  const { open, atEnd, stopReachedAt } = forecast
  return stopReachedAt === null || mostGrosz === undefined
    ? { kind: 'expected', grosz: atEnd.grosz, mostGrosz }
    : { kind: 'capped', mostGrosz, openGrosz: open.grosz, at: stopReachedAt }
}

/** Whole złoty for "about": an estimate has no groszy. Never less than what was charged already. */
export const aboutPln = (grosz: number, spentGrosz = 0): number =>
  Math.max(Math.round(grosz / 100), Math.ceil(spentGrosz / 100))
