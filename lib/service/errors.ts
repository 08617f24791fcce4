import { type Pool, withHead } from '@/lib/contract/operation'
import { REFUSAL_STATUS, type RefusalCode } from '@/lib/contract/refusals'
import type { RefusedPool } from '@/lib/domain/api-error'

import { echo } from './echo'

/** An expected outcome that is not the answer. `extra` goes into `detail` beside code and message; `headers` onto the response. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: RefusalCode
  readonly extra: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string>>

  constructor(
    code: RefusalCode,
    message: string,
    more: { extra?: Record<string, unknown>; headers?: Record<string, string> } = {},
  ) {
    super(message)
    this.code = code
    this.extra = more.extra ?? {}
    this.headers = more.headers ?? {}
  }

  get status() {
    return REFUSAL_STATUS[this.code]
  }
}

/** One place of interface 2.13. */
export type ValidationDetail = {
  loc: (string | number)[]
  msg: string
  type: string
  input?: unknown
  ctx?: Record<string, unknown>
}

/** 422 with the body of interface 2.13. */
export class InvalidInput extends Error {
  override readonly name = 'InvalidInput'
  readonly detail: readonly ValidationDetail[]

  constructor(detail: readonly ValidationDetail[]) {
    super(detail[0]?.msg ?? 'Invalid input')
    this.detail = detail
  }
}

/** One wrong place of the body, for checks that a schema cannot make. */
export function invalidBody(path: (string | number)[], msg: string, input?: unknown) {
  const echoed = echo(input)
  return new InvalidInput([
    { loc: ['body', ...path], msg, type: 'value_error', ...(echoed === undefined ? {} : { input: echoed }) },
  ])
}

/** 405, with the methods that the path has. */
export const methodNotAllowed = (method: string, methods: readonly string[]) =>
  new Refusal('method_not_allowed', `${method} is not allowed here`, {
    headers: { allow: withHead(methods).join(', ') },
  })

/** Decision 8. `what` says which thing of a call is not there, where it names more than its path. */
export const notFound = (what?: 'filter_id') =>
  new Refusal('not_found', what === undefined ? 'Not found' : `No filter has this ${what}`)

/**
 * Decision 7: what a 402 of a pool says. `limit` and `used` in units (grosz for `overage`), `requested` in units, `resets_at`
 * an instant.
 */
export type PoolRefusal = {
  readonly limit: number | null
  readonly used: number
  readonly requested: number
  readonly resets_at: string
}

/** `left`: units that a smaller call could still take. */
type PoolRefused = { readonly pool: Pool | 'overage'; readonly left: number; readonly state: PoolRefusal }

export function poolRefused(message: string, { pool, left, state }: PoolRefused): Refusal {
  const headers = unitHeaders({ charged: 0, left })
  return new Refusal('payment_required', message, { extra: { pool, ...state }, headers })
}

const NO_POOL = { limit: null, used: null, requested: null, resets_at: null }

/** 402 whatever is left in any pool. */
export const notInPlan = (pool: Exclude<RefusedPool, Pool | 'overage'>, message: string): Refusal =>
  new Refusal('payment_required', message, { extra: { pool, ...NO_POOL } })

/** What a call cost, and what is left of its pool after it; null when nothing limits that. */
export type Spent = { readonly charged: number; readonly left: number | null }

export const unitHeaders = ({ charged, left }: Spent): Record<string, string> => ({
  'x-units-charged': String(charged),
  ...(left === null ? {} : { 'x-units-left': String(left) }),
})
