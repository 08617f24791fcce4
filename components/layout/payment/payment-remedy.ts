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
  readonly mayCap: boolean
  /** The meter, if it was already loaded. */
  readonly meter: (OverageFigures & { readonly trial?: boolean | null | undefined }) | undefined
}

export function findPaymentRemedy({ reason, pool, limit }: Payment, { mayCap, meter }: RemedyContext): PaymentRemedy {
  // At the highest possible cap there is nothing left to raise.
  if (reason === 'overage' && limit !== undefined && limit >= ceilingGrosz(null)) return 'monthly'
  if (reason === 'overage') return mayCap ? 'raise' : 'askOwner'
  // A plan that sells overage refuses calls of its pool only while the cap is zero (decision 19: pools with overage).
  if (runsOver(pool) && meter !== undefined && sellsAboveCap(meter)) return mayCap ? 'zeroCap' : 'zeroCapAsk'
  return reason
}

const runsOver = (pool: Payment['pool']): boolean => pool !== undefined && isPool(pool) && pools[pool].sellsOverage

const sellsAboveCap = (meter: NonNullable<RemedyContext['meter']>): boolean =>
  meter.trial !== true && (meter.unit_grosz ?? 0) > 0 && meter.spend_cap_pln === 0 && capInForce(meter) === 0
