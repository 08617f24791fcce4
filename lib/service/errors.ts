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
export const methodNotAllowed = (method: string, allowed: readonly string[]) =>
  new Refusal('method_not_allowed', `${method} is not allowed here`, { headers: { allow: allowed.join(', ') } })

export const notFound = () => new Refusal('not_found', 'Not found')

/** Decision 7: what a 402 says. `limit` and `used` in units (grosz for `overage`), `resets_at` an instant or null. */
export function paymentRequired(
  pool: RefusedPool,
  message: string,
  state: { limit: number | null; used: number | null; resets_at: string | null },
) {
  return new Refusal('payment_required', message, { extra: { pool, ...state } })
}
