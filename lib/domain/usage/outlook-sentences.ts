import { DEFAULT_CEILING_PLN, groszFromPln } from '../format/money'
import { type Outlook, type Payable } from './outlook'
import { capInForce, isCapKnown } from './overage'
import { type AccountMeter, isLiftedByCap } from './standing'

/**
 * Statements about an account's money, in order; also the keys of `meters.outlook`. Amounts are in grosz, instants in
 * ISO 8601.
 */
export type Sentence =
  | { readonly key: 'inactive' | 'stoppedCap' | 'stoppedCapUnknown' | 'stoppedZero' | 'stoppedHard' | 'stoppedTrial' }
  | { readonly key: 'frozen' | 'zeroCapCharged' | 'hardCharged' | 'steady' }
  | { readonly key: 'unlimitedCharged'; readonly chargedGrosz: number }
  | { readonly key: 'unlimited' | 'hard' | 'trial' | 'zeroCap' | 'lasts' | 'mostUnknown' }
  | { readonly key: 'closed'; readonly units: number }
  | {
      readonly key: 'most' | 'mostOtherwise' | 'expected' | 'expectedPlain'
      readonly grosz: number
      readonly mostGrosz?: number
    }
  | { readonly key: 'capped'; readonly mostGrosz: number; readonly uncappedGrosz: number; readonly at: string }
  | { readonly key: 'runsOut' | 'runsOutStops'; readonly at: string }

/** The sentences under the amount; none for a period that has ended, whose numbers are outdated. */
export function makeSentences(outlook: Outlook, meter: AccountMeter): readonly Sentence[] {
  const { standing, payable, isOver } = outlook
  if (isOver) return []
  if (standing.stop !== null) return [...stopSentences(outlook, meter), ...maximumSentences(payable)]
  const spent = outlook.spentGrosz ?? 0
  if (standing.terms === 'unlimited')
    return [spent > 0 ? { key: 'unlimitedCharged', chargedGrosz: spent } : { key: 'unlimited' }]
  if (standing.terms !== 'paid')
    return [withoutOverage(standing.terms, spent), ...includedSentences(outlook, 'runsOutStops')]
  if (isCapKnown(meter) && capInForce(meter) === 0)
    return [{ key: spent > 0 ? 'zeroCapCharged' : 'zeroCap' }, ...includedSentences(outlook, 'runsOutStops')]
  return payableSentences(outlook, payable)
}

/** A plan without overage may follow one with overage. */
const withoutOverage = (terms: 'hard' | 'trial', spentGrosz: number): Sentence => ({
  key: terms === 'hard' && spentGrosz > 0 ? 'hardCharged' : terms,
})

function stopSentences({ standing: { stop, terms, free, left } }: Outlook, meter: AccountMeter): readonly Sentence[] {
  if (stop === 'inactive') return [{ key: 'inactive' }]
  if (stop === 'closed') return [{ key: 'closed', units: free ?? 0 }]
  if (stop === 'pool') return [{ key: terms === 'trial' ? 'stoppedTrial' : 'stoppedHard' }]
  // When the service does not name the cap, it is not certain that the cap is used up.
  const cap = isCapKnown(meter) ? 'stoppedCap' : 'stoppedCapUnknown'
  const reason: Sentence = { key: stop === 'zero_cap' ? 'stoppedZero' : cap }
  return left === 0 ? [reason, { key: 'frozen' }] : [reason]
}

/** After a refusal that the meter does not show yet, the amount is open up to the cap. */
const maximumSentences = (payable: Payable): readonly Sentence[] =>
  payable.kind === 'open' && payable.mostGrosz !== undefined ? [{ key: 'most', grosz: payable.mostGrosz }] : []

/** When the included units run out; nothing while that is unknown, or when they are used up already. */
function includedSentences({ forecast, planEnd }: Outlook, key: 'runsOut' | 'runsOutStops'): readonly Sentence[] {
  if (forecast === null) return []
  const { includedReachedAt: at } = forecast
  if (at === null) return [{ key: 'lasts' }]
  return planEnd === null || planEnd.isPast ? [] : [{ key, at }]
}

function payableSentences(outlook: Outlook, payable: Payable): readonly Sentence[] {
  if (payable.kind === 'open')
    return payable.mostGrosz === undefined ? [{ key: 'mostUnknown' }] : [{ key: 'most', grosz: payable.mostGrosz }]
  if (payable.kind === 'capped') {
    const { mostGrosz, uncappedGrosz, at } = payable
    return [...includedSentences(outlook, 'runsOut'), { key: 'capped', mostGrosz, uncappedGrosz, at }]
  }
  if (payable.kind !== 'expected') return []
  const { grosz, mostGrosz } = payable
  const first = includedSentences(outlook, 'runsOut')
  const hasLasting = first.some(({ key }) => key === 'lasts')
  if (grosz === 0)
    return mostGrosz === undefined
      ? first
      : [...first, { key: hasLasting ? 'mostOtherwise' : 'most', grosz: mostGrosz }]
  // The forecast adds nothing to the amount already charged.
  if (grosz === outlook.spentGrosz) return [...first, { key: 'steady' }]
  return [...first, mostGrosz === undefined ? { key: 'expectedPlain', grosz } : { key: 'expected', grosz, mostGrosz }]
}

/** What the user can do about a stop; also keys of `common.payment.way`. */
export type Remedy = 'raise' | 'askOwner' | 'monthly' | 'subscription'

export function findRemedy({ standing: { stop, left }, isOver }: Outlook, meter: AccountMeter, mayChangeCap: boolean) {
  if (isOver || stop === null || stop === 'closed') return undefined
  if (stop === 'inactive') return 'subscription' satisfies Remedy
  // The highest cap cannot be raised; and a refusal that the meter contradicts may be over already.
  const isHighest = capInForce(meter) >= groszFromPln(DEFAULT_CEILING_PLN)
  if (!isLiftedByCap(stop) || isHighest) return left === 0 ? ('monthly' satisfies Remedy) : undefined
  return mayChangeCap ? ('raise' satisfies Remedy) : ('askOwner' satisfies Remedy)
}
