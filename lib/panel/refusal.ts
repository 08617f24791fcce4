const STATUS = {
  role_required: 403,
  not_found: 404,
  conflict: 409,
  cap_changed: 409,
  plan_changed: 409,
  gone: 410,
  limit: 409,
  invalid: 422,
  unavailable: 503,
} as const

/** An expected outcome of one of the panel's own operations that is not its answer. `extra` goes into `detail`. */
export class PanelRefusal extends Error {
  override readonly name = 'PanelRefusal'
  readonly code: keyof typeof STATUS
  readonly extra: Readonly<Record<string, unknown>>

  constructor(code: keyof typeof STATUS, message: string, extra: Record<string, unknown> = {}) {
    super(message)
    this.code = code
    this.extra = extra
  }

  get status(): number {
    return STATUS[this.code]
  }
}
