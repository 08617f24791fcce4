import type { Attributes, Span, SpanStatusCode } from '@opentelemetry/api'

import { currentScope, inScope, type Scope } from './scope'
import { sharedInProcess } from './shared'

/** What begins spans, once tracing is started. */
export type Tracing = {
  /** `parent`: a span of this process, or the `traceparent` of a trusted caller; undefined begins a trace. */
  start(name: string, options: SpanOptions, parent: Span | string | undefined): Span
  /** Sends what waits; resolves within two seconds, whoever does not answer. */
  stop(): Promise<void>
}
export type SpanOptions = {
  readonly kind: SpanRole
  readonly attributes?: Attributes
  /** When it began, by `Date.now()`; now when absent. */
  readonly startTime?: number
}

/** As `SpanKind` of the library, which is loaded only where spans are made. */
export type SpanRole = 'internal' | 'server' | 'client'
// eslint-disable-next-line typescript/no-unsafe-enum-assignment -- `SpanStatusCode.ERROR`, without loading the library
const FAILED = 2 as SpanStatusCode

const shared = sharedInProcess<Tracing>('tracing')

/** Undefined where OTEL_EXPORTER_OTLP_ENDPOINT is not set. */
export const tracing = (): Tracing | undefined => shared.get()
export const useTracing = (used: Tracing | undefined): void => shared.set(used)

type Traced = SpanOptions & {
  readonly name: string
  /** Header of a trusted caller; whatever the work is part of already goes before it. */
  readonly traceparent?: string | undefined
  /** What else the work's scope is. */
  readonly scope?: Omit<Scope, 'span'>
}

/** Does `work` in a span below the current one. Without tracing it is called, and nothing else. */
export function inSpan<T>(
  { name, traceparent, scope, ...options }: Traced,
  work: (span?: Span) => Promise<T>,
): Promise<T> {
  const tracer = tracing()
  const around = currentScope()
  if (!tracer) return scope === undefined ? work() : inScope({ ...around, ...scope }, () => work())
  const span = tracer.start(name, options, around?.span ?? traceparent)
  return inScope({ ...around, ...scope, span }, () => ended(span, work(span)))
}

/** Without the message of what failed: it may hold values of a statement, or what somebody typed. */
export function failSpan(span: Span, error: unknown): void {
  span.setStatus({ code: FAILED })
  span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown')
}

async function ended<T>(span: Span, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    failSpan(span, error)
    throw error
  } finally {
    span.end()
  }
}
