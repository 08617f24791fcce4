import type { RefusedCall } from '@/lib/features/calls/contract'

/** Also the message keys of `calls.reasons` and `calls.ways`. */
type Reason =
  | 'overage'
  | 'pool'
  | 'plan'
  | 'subscription'
  | 'payment'
  | 'key'
  | 'address'
  | 'scope'
  | 'field'
  | 'invalid'
  | 'rate'
  | 'limit'
  | 'conflict'
  | 'large'
  | 'server'
  | 'other'
export type WayOut = 'cap' | 'usage' | 'keys' | 'reference' | 'help'
export interface RefusalReason {
  readonly reason: Reason
  /** Where the refusal is lifted or explained. */
  readonly way: WayOut
}

const ofPayments: Readonly<Record<string, RefusalReason>> = {
  overage: { reason: 'overage', way: 'cap' },
  plan: { reason: 'plan', way: 'usage' },
  subscription: { reason: 'subscription', way: 'usage' },
}

const ofCodes: Readonly<Record<string, RefusalReason>> = {
  address_not_allowed: { reason: 'address', way: 'keys' },
  outside_scope: { reason: 'scope', way: 'keys' },
  key_limit: { reason: 'limit', way: 'keys' },
  monitor_limit: { reason: 'limit', way: 'usage' },
  filter_limit: { reason: 'limit', way: 'usage' },
  report_limit: { reason: 'limit', way: 'usage' },
}

const ofStatuses: Readonly<Record<number, RefusalReason>> = {
  401: { reason: 'key', way: 'keys' },
  409: { reason: 'conflict', way: 'reference' },
  413: { reason: 'large', way: 'reference' },
  422: { reason: 'invalid', way: 'reference' },
  429: { reason: 'rate', way: 'help' },
  500: { reason: 'server', way: 'help' },
  503: { reason: 'server', way: 'help' },
}

type Facts = Pick<RefusedCall, 'status' | 'code' | 'detail'>

/** Why a call was refused, by the pool of a 402, else by the code, else by the status. */
export function refusalReason({ status, code, detail }: Facts): RefusalReason {
  if (status === 402) return paymentReason(detail)
  if (status === 422 && typeof detail['field'] === 'string') return { reason: 'field', way: 'reference' }
  return ofCodes[code] ?? ofStatuses[status] ?? { reason: 'other', way: 'help' }
}

const paymentReason = ({ pool, limit }: RefusedCall['detail']): RefusalReason =>
  ofPayments[String(pool)] ?? { reason: typeof limit === 'number' ? 'pool' : 'payment', way: 'usage' }
