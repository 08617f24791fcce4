import { ceilingGrosz } from '@/lib/domain/money'
import { capInForce, type OverageMeter } from '@/lib/domain/overage'
import type { Payment } from '@/lib/domain/payment'

/** What lifts a refusal; also the keys of `common.payment.way`. */
export type WayOut =
  | 'raise'
  | 'askOwner'
  | 'zeroCap'
  | 'zeroCapAsk'
  | 'monthly'
  | 'daily'
  | 'plan'
  | 'subscription'
  | 'other'

interface Known {
  /** Whether the viewer may change the cap. */
  readonly mayCap: boolean
  /** The meter, where it was read already. */
  readonly meter: (OverageMeter & { readonly trial?: boolean | null | undefined }) | undefined
}

export function wayOutOf({ reason, pool, limit }: Payment, { mayCap, meter }: Known): WayOut {
  // The highest cap there is leaves nothing to raise.
  if (reason === 'overage' && limit !== undefined && limit >= ceilingGrosz(null)) return 'monthly'
  if (reason === 'overage') return mayCap ? 'raise' : 'askOwner'
  // A plan that sells overage refuses for its pool only while the cap is nothing (decision 19).
  if (pool === 'lookups' && meter !== undefined && sellsAboveCap(meter)) return mayCap ? 'zeroCap' : 'zeroCapAsk'
  return reason
}

const sellsAboveCap = (meter: NonNullable<Known['meter']>): boolean =>
  meter.trial !== true && (meter.unit_grosz ?? 0) > 0 && meter.spend_cap_pln === 0 && capInForce(meter) === 0
