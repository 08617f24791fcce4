import { capCoversUnits } from '../format/money'
import { capInForce, wholeCount, isCapKnown, type OverageFigures } from './overage'

export type AccountMeter = OverageFigures & { readonly trial?: boolean | null | undefined }

export type AccountFacts = {
  /** The subscription is not active, according to the panel's store or to a 402. */
  readonly isInactive?: boolean | undefined
  /** A call was answered 402 because the pool or the cap is used up, whatever the meter shows. */
  readonly isRefused?: boolean | undefined
  /** ISO 8601, when the account began; undefined if unknown. */
  readonly since?: string | undefined
}

/**
 * What happens above the included units: `paid` up to the cap, refused (`hard`), refused during a trial (`trial`), or
 * no limit (`unlimited`).
 */
export type PoolTerms = 'paid' | 'hard' | 'trial' | 'unlimited'

/**
 * Why the service refuses paid calls now. `closed`: it refuses everything although plan units are left, without a
 * reason.
 */
export type Stop = 'inactive' | 'cap' | 'zero_cap' | 'pool' | 'closed'

/** The description of an account's state that all pages, mails and calculations use. */
export type Standing = {
  readonly terms: PoolTerms
  /** Null while paid calls are accepted. */
  readonly stop: Stop | null
  /** Units before the service refuses; null without a limit, undefined if unknown. */
  readonly left: number | null | undefined
  /** Those of them in the plan price; null and undefined have the same meaning. */
  readonly free: number | null | undefined
}

export function readStanding(meter: AccountMeter, facts: AccountFacts = {}): Standing {
  const terms = termsOf(meter)
  const free = freeOf(meter)
  const left = facts.isInactive === true ? 0 : leftOf(meter, { terms, free })
  return { terms, stop: stopOf(meter, { terms, free, left, facts }), left, free }
}

/** An unknown price may be any, so the cap is assumed to matter. */
function termsOf({ included, trial, unit_grosz: price }: AccountMeter): PoolTerms {
  if (included === null) return 'unlimited'
  if (trial === true) return 'trial'
  return price === 0 ? 'hard' : 'paid'
}

function freeOf(meter: AccountMeter): Standing['free'] {
  if (meter.included === null) return null
  const [included, used] = [wholeCount(meter.included), wholeCount(meter.used)]
  return included === undefined || used === undefined ? undefined : Math.max(0, included - used)
}

/** The service's figure, else what is left of plan and cap. */
function leftOf(meter: AccountMeter, { terms, free }: Pick<Standing, 'terms' | 'free'>): Standing['left'] {
  const allowance = wholeCount(meter.allowance)
  if (allowance !== undefined) return allowance
  if (meter.allowance === null) return null
  if (terms !== 'paid') return free
  const [spent, unitGrosz] = [wholeCount(meter.overage_grosz), wholeCount(meter.unit_grosz)]
  if (spent === undefined || unitGrosz === undefined || !isCapKnown(meter)) return undefined
  return (free ?? 0) + (capCoversUnits(capInForce(meter) - spent, unitGrosz) ?? 0)
}

type StopInput = Pick<Standing, 'terms' | 'free' | 'left'> & { readonly facts: AccountFacts }

function stopOf(meter: AccountMeter, { terms, free, left, facts }: StopInput): Stop | null {
  if (facts.isInactive === true) return 'inactive'
  if (left !== 0 && facts.isRefused !== true) return null
  if (left === 0 && (terms === 'unlimited' || (free ?? 0) > 0)) return 'closed'
  if (terms !== 'paid') return 'pool'
  return capInForce(meter) === 0 ? 'zero_cap' : 'cap'
}

/** Nothing is used up, so a renewal of the pool may not help. */
export const isShut = (stop: Stop | null | undefined): boolean => stop === 'inactive' || stop === 'closed'

/** A higher cap would allow paid calls again at once. */
export const isLiftedByCap = (stop: Stop | null): boolean => stop === 'cap' || stop === 'zero_cap'
