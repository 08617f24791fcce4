import type { RefusedPool } from '@/lib/domain/api-error'

import { echo } from './echo'

/** Decision 7 and section 7 of the interface: the closed list of refusals, with the status of each. */
export const REFUSAL_STATUS = {
  unauthorized: 401,
  payment_required: 402,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  monitor_limit: 409,
  filter_limit: 409,
  key_limit: 409,
  report_limit: 409,
  filter_changed: 409,
  report_expired: 410,
  payload_too_large: 413,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
} as const
export type RefusalCode = keyof typeof REFUSAL_STATUS

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

export const notFound = () => new Refusal('not_found', 'Not found')

/** Decision 7: what a 402 says. `limit` and `used` in units (grosz for `overage`), `resets_at` an instant or null. */
export function paymentRequired(
  pool: RefusedPool,
  message: string,
  state: { limit: number | null; used: number | null; resets_at: string | null },
) {
  return new Refusal('payment_required', message, { extra: { pool, ...state } })
}
