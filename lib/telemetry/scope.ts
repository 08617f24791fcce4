import { AsyncLocalStorage } from 'node:async_hooks'

import type { Span } from '@opentelemetry/api'

import { sharedInProcess } from './shared'

/** What a piece of work is part of. Log lines are marked with it, and spans are begun below its span. */
export type Scope = {
  readonly requestId?: string | undefined
  /** Name of a periodic job. */
  readonly job?: string | undefined
  readonly span?: Span | undefined
}

const shared = sharedInProcess<AsyncLocalStorage<Scope>>('scope')

function storage(): AsyncLocalStorage<Scope> {
  const known = shared.get() ?? new AsyncLocalStorage<Scope>()
  shared.set(known)
  return known
}

/** Undefined outside of any request or job. */
export const currentScope = (): Scope | undefined => shared.get()?.getStore()

/** Whatever `work` starts is part of the scope too. */
export const inScope = <T>(scope: Scope, work: () => T): T => storage().run(scope, work)

/** The same for work that somebody else carries out, whose scope was taken before. */
export const withScope = <T>(scope: Scope | undefined, work: () => T): T =>
  scope === undefined || scope === currentScope() ? work() : inScope(scope, work)

/** What each log line says of where it was written. */
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
