import { AsyncLocalStorage } from 'node:async_hooks'

import type { Span } from '@opentelemetry/api'

import { sharedInProcess } from './shared'

/** The context of work: log lines are marked with it, and spans are children of its span. */
export type Scope = {
  readonly requestId?: string | undefined
  readonly job?: string | undefined
  readonly span?: Span | undefined
}

const shared = sharedInProcess<AsyncLocalStorage<Scope>>('scope')

function storage(): AsyncLocalStorage<Scope> {
  const existing = shared.get() ?? new AsyncLocalStorage<Scope>()
  shared.set(existing)
  return existing
}

/** Undefined outside of any request or job. */
export const currentScope = (): Scope | undefined => shared.get()?.getStore()

/** Everything that `work` starts belongs to the scope too. */
export const inScope = <T>(scope: Scope, work: () => T): T => storage().run(scope, work)

/** Runs work that another call executes in the scope of the original call. */
export const withScope = <T>(scope: Scope | undefined, work: () => T): T =>
  scope === undefined || scope === currentScope() ? work() : inScope(scope, work)

export function scopeFields(): Record<string, string> {
  const scope = currentScope()
  if (scope === undefined) return {}
  const { requestId, job, span } = scope
  return {
    ...(requestId !== undefined && { requestId }),
    ...(job !== undefined && { job }),
    ...(span !== undefined && { traceId: span.spanContext().traceId }),
  }
}
