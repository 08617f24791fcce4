import { capCoversUnits } from '../format/money'
import { capInForce, wholeCount, isCapKnown, type OverageFigures } from './overage'

export type AccountMeter = OverageFigures & { readonly trial?: boolean | null | undefined }

/** What is known of an account beside its meter. */
export type AccountFacts = {
  /** The subscription is not active: by the panel's own store, or by a 402 that said so. */
  readonly isInactive?: boolean | undefined
  /** A call was answered 402 because the pool or the cap is used up, whatever the meter says. */
  readonly isRefused?: boolean | undefined
  /** ISO, when the account began; undefined where nobody says. */
  readonly since?: string | undefined
}

/** What comes above the included units: `paid` up to the cap, nothing (`hard`), nothing yet (`trial`), or there is no above (`unlimited`). */
export type PoolTerms = 'paid' | 'hard' | 'trial' | 'unlimited'

/**
 * Why the service refuses paid calls now. `closed`: it lets nothing through although units of the plan are left, and does not
 * say why.
 */
export type Stop = 'inactive' | 'cap' | 'zero_cap' | 'pool' | 'closed'

/** The one description of an account's state that every page, mail and calculation reads. */
export type Standing = {
  readonly terms: PoolTerms
  /** Null while paid calls go through. */
  readonly stop: Stop | null
  /** Units before the service refuses; null when nothing limits them, undefined where nobody says. */
  readonly left: number | null | undefined
  /** Of these, units in the plan price; likewise. */
  readonly free: number | null | undefined
}

export function readStanding(meter: AccountMeter, facts: AccountFacts = {}): Standing {
  const terms = termsOf(meter)
  const free = freeOf(meter)
  const left = facts.isInactive === true ? 0 : leftOf(meter, { terms, free })
  return { terms, stop: stopOf(meter, { terms, free, left, facts }), left, free }
}

/** A price that nobody tells may be any: then the cap is what is reckoned with. */
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

/** The service's own figure, else what is left of plan and cap. */
function leftOf(meter: AccountMeter, { terms, free }: Pick<Standing, 'terms' | 'free'>): Standing['left'] {
  const allowance = wholeCount(meter.allowance)
  if (allowance !== undefined) return allowance
  if (meter.allowance === null) return null
  if (terms !== 'paid') return free
  const [spent, unitGrosz] = [wholeCount(meter.overage_grosz), wholeCount(meter.unit_grosz)]
  if (spent === undefined || unitGrosz === undefined || !isCapKnown(meter)) return undefined
  return (free ?? 0) + (capCoversUnits(capInForce(meter) - spent, unitGrosz) ?? 0)
}

type Known = Pick<Standing, 'terms' | 'free' | 'left'> & { readonly facts: AccountFacts }

function stopOf(meter: AccountMeter, { terms, free, left, facts }: Known): Stop | null {
  if (facts.isInactive === true) return 'inactive'
  if (left !== 0 && facts.isRefused !== true) return null
  if (left === 0 && (terms === 'unlimited' || (free ?? 0) > 0)) return 'closed'
  if (terms !== 'paid') return 'pool'
  return capInForce(meter) === 0 ? 'zero_cap' : 'cap'
}

/** Nothing is used up, so no renewal of the pool is known to let paid calls through again. */
export const isShut = (stop: Stop | null | undefined): boolean => stop === 'inactive' || stop === 'closed'

/** A higher cap would let paid calls through again at once. */
export const isLiftedByCap = (stop: Stop | null): boolean => stop === 'cap' || stop === 'zero_cap'
