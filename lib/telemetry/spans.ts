import type { Attributes, Span, SpanStatusCode } from '@opentelemetry/api'

import { currentScope, inScope, type Scope } from './scope'
import { sharedInProcess } from './shared'

/** Creates spans once tracing has started. */
export type Tracing = {
  /** `parent`: a span of this process, or the `traceparent` of a trusted caller; undefined starts a trace. */
  start(name: string, options: SpanOptions, parent: Span | string | undefined): Span
  /** Sends queued spans; resolves within two seconds, even if the receiver does not answer. */
  stop(): Promise<void>
}
export type SpanOptions = {
  readonly kind: SpanRole
  readonly attributes?: Attributes
  /** Start by `Date.now()`; now by default. */
  readonly startTime?: number
}

/** Like `SpanKind` of the library, which is loaded only if spans are made. */
export type SpanRole = 'internal' | 'server' | 'client'
// eslint-disable-next-line typescript/no-unsafe-enum-assignment -- `SpanStatusCode.ERROR`, without loading the library
const FAILED = 2 as SpanStatusCode

const shared = sharedInProcess<Tracing>('tracing')

/** Undefined if OTEL_EXPORTER_OTLP_ENDPOINT is not set. */
export const tracing = (): Tracing | undefined => shared.get()
export const useTracing = (used: Tracing | undefined): void => shared.set(used)

type SpanInput = SpanOptions & {
  readonly name: string
  /** Header of a trusted caller; an existing scope takes precedence. */
  readonly traceparent?: string | undefined
  readonly scope?: Omit<Scope, 'span'>
}

/** Runs `work` in a span below the current one. Without tracing it only calls `work`. */
export function inSpan<T>(
  { name, traceparent, scope, ...options }: SpanInput,
  work: (span?: Span) => Promise<T>,
): Promise<T> {
  const tracer = tracing()
  const outerScope = currentScope()
  if (!tracer) return scope === undefined ? work() : inScope({ ...outerScope, ...scope }, () => work())
  const span = tracer.start(name, options, outerScope?.span ?? traceparent)
  return inScope({ ...outerScope, ...scope, span }, () => endWith(span, work(span)))
}

/** Records no error message, because it may contain values of a statement or user input. */
export function failSpan(span: Span, error: unknown): void {
  span.setStatus({ code: FAILED })
  span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown')
}

async function endWith<T>(span: Span, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    failSpan(span, error)
    throw error
  } finally {
    span.end()
  }
}
