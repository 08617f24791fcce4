import { ceilingGrosz } from '@/lib/domain/format/money'
import { capInForce, type OverageFigures } from '@/lib/domain/usage/overage'
import type { Payment } from '@/lib/domain/usage/payment'
import { isPool, pools } from '@/lib/domain/usage/pools'

/** What lifts a refusal; also the message keys of `common.payment.way`. */
export type PaymentRemedy =
  | 'raise'
  | 'askOwner'
  | 'zeroCap'
  | 'zeroCapAsk'
  | 'monthly'
  | 'daily'
  | 'plan'
  | 'subscription'
  | 'other'

interface RemedyContext {
  readonly mayChangeCap: boolean
  /** The meter, if it was already loaded. */
  readonly meter: (OverageFigures & { readonly trial?: boolean | null | undefined }) | undefined
}

export function findPaymentRemedy(
  { reason, pool, limit }: Payment,
  { mayChangeCap, meter }: RemedyContext,
): PaymentRemedy {
  // At the highest possible cap there is nothing left to raise.
  if (reason === 'overage' && limit !== undefined && limit >= ceilingGrosz(null)) return 'monthly'
  if (reason === 'overage') return mayChangeCap ? 'raise' : 'askOwner'
  // A plan that sells overage refuses calls of its pool only while the cap is zero (decision 19: pools with overage).
  if (sellsOverage(pool) && meter !== undefined && isBlockedByZeroCap(meter))
    return mayChangeCap ? 'zeroCap' : 'zeroCapAsk'
  return reason
}

const sellsOverage = (pool: Payment['pool']): boolean => pool !== undefined && isPool(pool) && pools[pool].sellsOverage

const isBlockedByZeroCap = (meter: NonNullable<RemedyContext['meter']>): boolean =>
  meter.trial !== true && (meter.unit_grosz ?? 0) > 0 && meter.spend_cap_pln === 0 && capInForce(meter) === 0
