import type { CallFailure } from '@/lib/client/last-calls'
import type { Stop } from '@/lib/domain/usage/standing'

/** What `/api/health` reports. */
export type HealthState = 'ok' | 'degraded' | 'down'

/** What a call gets now, for the status pill. */
export type ServiceState = HealthState | ReportedFailure | `stopped.${Stop}`

export type ReportedFailure = 'waiting' | 'partly' | CallFailure

interface ServiceFacts {
  /** Undefined until the first check. */
  readonly health: HealthState | undefined
  /** What the latest calls of this page met; undefined if they were answered. */
  readonly reported: ReportedFailure | undefined
  /** Why the account's paid calls are refused, as every page knows it from the meter. */
  readonly stop: Stop | null
}

/**
 * A service that does not answer comes first. Then what paid calls get according to the account, whether or not this
 * browser has met a refusal. Undefined while nothing is known.
 */
export function serviceState({ health, reported, stop }: ServiceFacts): ServiceState | undefined {
  if (reported !== undefined && reported !== 'payment') return reported
  // A 402 is an answer, so the service works for this account even if its health check failed.
  const isAnswering = reported === 'payment' || health === undefined || health === 'ok'
  if (stop !== null && isAnswering) return `stopped.${stop}`
  return reported ?? health
}
