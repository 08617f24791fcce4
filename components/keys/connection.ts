/** Answer of `GET /api/connection`; the key itself is never in it. */
export type Connection = {
  readonly state: string
  readonly host: string | undefined
  /** ISO. */
  readonly checkedAt: string | undefined
  /** Last characters of the SHA-256 of the key. */
  readonly fingerprint: string | undefined
}

const knownStates = ['ok', 'unauthorized', 'payment_required', 'rate_limited', 'unreachable', 'unknown_shape'] as const
export type ConnectionKind = (typeof knownStates)[number]
export const isKnownState = (state: string): state is ConnectionKind => knownStates.some((known) => known === state)

/** Reads what came; throws when there is no state in it. */
export function readConnection(payload: unknown): Connection {
  const record: Record<string, unknown> = typeof payload === 'object' && payload !== null ? { ...payload } : {}
  const text = (key: string) => (typeof record[key] === 'string' ? record[key] : undefined)
  const state = text('state')
  if (state === undefined) throw new TypeError('state: expected a text')
  return { state, host: text('host'), checkedAt: text('checkedAt'), fingerprint: text('fingerprint') }
}
