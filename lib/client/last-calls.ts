import { isApiError } from '@/lib/domain/api-error'
import { createStore } from '@/lib/domain/store'

/**
 * What the newest calls of this tab show about the connection to the service. Refusals of a single request (a role, a
 * missing item, bad input) count as answers.
 */
export const callFailures = [
  'session',
  'key',
  'payment',
  'limited',
  'shape',
  'server',
  'timeout',
  'unreachable',
  'offline',
] as const
export type CallFailure = (typeof callFailures)[number]

/** `partly`: others of the newest calls were answered. */
export type LastCalls = CallFailure | 'partly' | 'ok' | 'none'

interface Outcome {
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly fault: CallFailure | undefined
}

/** How long an outcome counts next to newer ones: a failed card of a page that was left is never fetched again. */
const WINDOW_MS = 90_000

let outcomes: ReadonlyMap<string, Outcome> = new Map()
const state = createStore<LastCalls>('none')

const byStatus: Readonly<Record<number, CallFailure>> = {
  401: 'session',
  402: 'payment',
  429: 'limited',
  504: 'timeout',
}
const byCode: Readonly<Record<string, CallFailure>> = {
  upstream_unauthorized: 'key',
  upstream_unreachable: 'unreachable',
  unknown_shape: 'shape',
}

/** Undefined when the call was answered. */
export function findCallFailure(error: unknown): CallFailure | undefined {
  if (!isApiError(error)) return undefined
  if (error.kind === 'network') return 'offline'
  if (error.kind === 'shape') return 'shape'
  return byCode[error.code] ?? byStatus[error.status] ?? (error.status >= 500 ? 'server' : undefined)
}

/** `error` undefined: the operation was answered. */
export function noteCall(name: string, error?: unknown, now = Date.now()): void {
  const outcome = { at: now, fault: findCallFailure(error) }
  const recent = [...outcomes].filter(([, { at }]) => now - at < WINDOW_MS)
  outcomes = new Map([...recent, [name, outcome]])
  const next = stateOf([...outcomes.values()])
  if (next !== state.read()) state.write(next)
}

function stateOf(all: readonly Outcome[]): LastCalls {
  const failed = all.filter(({ fault }) => fault !== undefined)
  const newest = failed.sort((a, b) => b.at - a.at)[0]
  if (newest?.fault === undefined) return 'ok'
  const answeredAt = Math.max(...all.filter(({ fault }) => fault === undefined).map(({ at }) => at))
  // A restored session or network applies to all calls.
  const affectsAllCalls = newest.fault === 'session' || newest.fault === 'offline'
  if (affectsAllCalls && answeredAt > newest.at) return 'ok'
  // A used-up pool (402) refuses some calls and allows others, so an answer of another call does not end it.
  if (affectsAllCalls || newest.fault === 'payment') return newest.fault
  const first = Math.min(...failed.map(({ at }) => at))
  return answeredAt >= first ? 'partly' : newest.fault
}

export const { read: readLastCalls, subscribe: subscribeLastCalls } = state
export const noCalls = (): LastCalls => 'none'

/** For tests: the state of a new tab. */
export function forgetLastCalls(): void {
  outcomes = new Map()
  state.write('none')
}
