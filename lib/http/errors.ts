import { REFUSAL_STATUS } from '@/lib/contract/refusals'
import { mayHoldPesel } from '@/lib/domain/identifiers/personal-number'

const MAX_ECHO = 100

/** The input value that a 422 repeats. Only short scalars are repeated, and no personal number. */
export function echo(input: unknown): string | number | boolean | null | undefined {
  if (typeof input === 'boolean' || input === null) return input
  if (typeof input !== 'number' && typeof input !== 'string') return undefined
  const text = String(input)
  return text.length > MAX_ECHO || mayHoldPesel(text) ? undefined : input
}

/** The error codes of the panel and the embedded service, with their status. A remote service may send others. */
const ERROR_STATUS = {
  ...REFUSAL_STATUS,
  session_expired: 401,
  role_required: 403,
  spending_not_allowed: 403,
  bad_origin: 403,
  proof_required: 403,
  proof_wrong: 403,
  second_factor_required: 403,
  foreign_download: 403,
  setup_token: 403,
  asked_already: 409,
  cap_changed: 409,
  cap_unknown: 502,
  key_refused: 409,
  key_untested: 409,
  plan_changed: 409,
  purpose_required: 409,
  report_changed: 409,
  rule_changed: 409,
  schedule_changed: 409,
  limit: 409,
  other_accounts: 409,
  passkeys_impossible: 409,
  not_replayable: 409,
  secret_overlap: 409,
  second_factor_kept: 409,
  second_factor_known: 409,
  last_owner: 409,
  no_mail: 409,
  account_switched: 409,
  not_askable: 404,
  gone: 410,
  invalid: 422,
  length_required: 411,
  too_many_calls: 429,
  aborted: 499,
  upstream_error: 502,
  upstream_redirect: 502,
  upstream_unauthorized: 502,
  upstream_unreachable: 502,
  report_broken: 502,
  upstream_timeout: 504,
} as const
export type ErrorCode = keyof typeof ERROR_STATUS

type ErrorOptions = {
  /** Overrides the status of the code: the status of a remote service. */
  readonly status?: number
  /** Added to `detail` next to code and message. */
  readonly extra?: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
}

/** An expected error of the service or the panel (decision 7, error bodies). Any other error is a failure. */
export class HttpError extends Error {
  override readonly name: string = 'HttpError'
  readonly code: ErrorCode
  readonly status: number
  readonly extra: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string>>

  constructor(code: ErrorCode, message: string, { status, extra = {}, headers = {} }: ErrorOptions = {}) {
    super(message)
    this.code = code
    this.status = status ?? ERROR_STATUS[code]
    this.extra = extra
    this.headers = headers
  }

  /** The field `detail` of the body. */
  get detail(): unknown {
    return { code: this.code, message: this.message, ...this.extra }
  }
}

/** One item of a 422 (interface section 2.13). */
export type ValidationDetail = {
  loc: (string | number)[]
  msg: string
  type: string
  input?: unknown
  ctx?: Record<string, unknown>
}

/** A 422 that locates the errors (interface section 2.13). */
export class ValidationError extends HttpError {
  override readonly name = 'ValidationError'
  readonly #details: readonly ValidationDetail[]

  constructor(details: readonly ValidationDetail[]) {
    super('invalid', details[0]?.msg ?? 'Invalid input')
    this.#details = details
  }

  override get detail(): readonly ValidationDetail[] {
    return this.#details
  }
}

/** A 422 for one location in the body, for checks that a schema cannot express. */
export function invalidBody(path: (string | number)[], msg: string, input?: unknown) {
  const echoed = echo(input)
  return new ValidationError([
    { loc: ['body', ...path], msg, type: 'value_error', ...(echoed === undefined ? {} : { input: echoed }) },
  ])
}

/** A 405 that lists the methods of the path. */
export const methodNotAllowed = (method: string, methods: readonly string[]) =>
  new HttpError('method_not_allowed', `${method} is not allowed here`, { headers: { allow: methods.join(', ') } })

/** A 413. `limit` is in bytes. */
export const bodyTooLarge = (limit: number) =>
  new HttpError('payload_too_large', `The body must not be larger than ${limit} bytes`, { extra: { limit } })

export const bodyNotJson = () => new HttpError('unsupported_media_type', 'The body must be application/json')
