import type { RefusedPool } from '@/lib/domain/api-error'
import type { Pool } from '@/lib/domain/usage/pools'
import { HttpError } from '@/lib/http/errors'

/** Decision 8. `what` says which thing of a call is not there, where it names more than its path. */
export const notFound = (what?: 'filter_id') =>
  new HttpError('not_found', what === undefined ? 'Not found' : `No filter has this ${what}`)

/**
 * Decision 7: what a 402 of a pool says. `limit` and `used` in units (grosz for `overage`), `requested` in units, `resets_at`
 * an instant.
 */
export type PoolErrorState = {
  readonly limit: number | null
  readonly used: number
  readonly requested: number
  readonly resets_at: string
}

/** `left`: units that a smaller call could still take. */
type PoolRefused = { readonly pool: Pool | 'overage'; readonly left: number; readonly state: PoolErrorState }

export function poolExhausted(message: string, { pool, left, state }: PoolRefused): HttpError {
  const headers = unitHeaders({ charged: 0, left })
  return new HttpError('payment_required', message, { extra: { pool, ...state }, headers })
}

const NO_POOL = { limit: null, used: null, requested: null, resets_at: null }

/** 402 whatever is left in any pool. */
export const notInPlan = (pool: Exclude<RefusedPool, Pool | 'overage'>, message: string): HttpError =>
  new HttpError('payment_required', message, { extra: { pool, ...NO_POOL } })

/** What a call cost, and what is left of its pool after it; null when nothing limits that. */
export type SpentUnits = { readonly charged: number; readonly left: number | null }

export const unitHeaders = ({ charged, left }: SpentUnits): Record<string, string> => ({
  'x-units-charged': String(charged),
  ...(left === null ? {} : { 'x-units-left': String(left) }),
})
