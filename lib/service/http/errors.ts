import type { RefusedPool } from '@/lib/domain/api-error'
import type { Pool } from '@/lib/domain/usage/pools'
import { HttpError } from '@/lib/http/errors'

/** Decision 8 (missing resources). `what` names the missing reference if it is not the one in the path. */
export const notFound = (what?: 'filter_id') =>
  new HttpError('not_found', what === undefined ? 'Not found' : `No filter has this ${what}`)

/**
 * Decision 7 (error bodies): the fields of a 402 of a pool. `limit` and `used` in units (grosz for `overage`),
 * `requested` in units, `resets_at` an instant.
 */
export type PoolErrorState = {
  readonly limit: number | null
  readonly used: number
  readonly requested: number
  readonly resets_at: string
}

/** `left`: units that a smaller call could still use. */
type PoolRefusal = { readonly pool: Pool | 'overage'; readonly left: number; readonly state: PoolErrorState }

export function poolExhausted(message: string, { pool, left, state }: PoolRefusal): HttpError {
  const headers = unitHeaders({ charged: 0, left })
  return new HttpError('payment_required', message, { extra: { pool, ...state }, headers })
}

const NO_POOL = { limit: null, used: null, requested: null, resets_at: null }

/** A 402 that does not depend on what is left in any pool. */
export const notInPlan = (pool: Exclude<RefusedPool, Pool | 'overage'>, message: string): HttpError =>
  new HttpError('payment_required', message, { extra: { pool, ...NO_POOL } })

/** Cost of a call, and units left in its pool; null if there is no limit. */
export type SpentUnits = { readonly charged: number; readonly left: number | null }

export const unitHeaders = ({ charged, left }: SpentUnits): Record<string, string> => ({
  'x-units-charged': String(charged),
  ...(left === null ? {} : { 'x-units-left': String(left) }),
})
