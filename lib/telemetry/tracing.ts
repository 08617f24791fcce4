import { setTimeout } from 'node:timers/promises'

import type { Context, Span } from '@opentelemetry/api'
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-base'
import type { Logger } from 'pino'

import { inScope } from './scope'
import type { SpanRole, Tracing } from './spans'

export type TracingOptions = {
  /** Base URL of OTLP over HTTP, without `/v1/traces`. */
  readonly endpoint: string
  readonly version: string
  readonly log: Logger
  /** Timeout for sending one batch. */
  readonly sendMs?: number
}

/** Timeout of a batch, and of the last one at the end of the process. */
const SEND_MS = 5000
const STOP_MS = 2000
type ExportResult = Parameters<Parameters<SpanExporter['export']>[1]>[0]
// eslint-disable-next-line typescript/no-unsafe-enum-assignment -- `ExportResultCode` of a package that is not ours to import
const SUCCESS = 0 as ExportResult['code']

/**
 * Sends spans by OTLP over HTTP, in batches and in the background. Spans that cannot be sent are dropped, with one log
 * line until it works again. The libraries are loaded here, so that they use no memory without tracing.
 */
export async function createTracing({ endpoint, version, log, sendMs = SEND_MS }: TracingOptions): Promise<Tracing> {
  const [api, sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace-base'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ])
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`
  const exporter = quietly(new OTLPTraceExporter({ url, timeoutMillis: sendMs }), log)
  const provider = new sdk.BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'registers-panel', 'service.version': version }),
    spanProcessors: [new sdk.BatchSpanProcessor(exporter, { scheduledDelayMillis: 1000, exportTimeoutMillis: sendMs })],
  })
  const tracer = provider.getTracer('registers-panel')
  const { ROOT_CONTEXT, SpanKind, trace, isSpanContextValid } = api
  const kinds: Readonly<Record<SpanRole, (typeof SpanKind)[keyof typeof SpanKind]>> = {
    internal: SpanKind.INTERNAL,
    server: SpanKind.SERVER,
    client: SpanKind.CLIENT,
  }

  const contextOf = (parent: Span | string | undefined): Context => {
    if (parent === undefined) return ROOT_CONTEXT
    if (typeof parent !== 'string') return trace.setSpan(ROOT_CONTEXT, parent)
    const remote = readTraceparent(parent)
    return remote && isSpanContextValid(remote) ? trace.setSpanContext(ROOT_CONTEXT, remote) : ROOT_CONTEXT
  }
  return {
    start: (name, { kind, attributes, startTime }, parent) =>
      tracer.startSpan(
        name,
        { kind: kinds[kind], ...(attributes && { attributes }), ...(startTime !== undefined && { startTime }) },
        contextOf(parent),
      ),
    stop: async () => {
      const timeoutAbort = new AbortController()
      const shutdownDone = provider.shutdown().catch(() => undefined)
      await Promise.race([
        shutdownDone,
        setTimeout(STOP_MS, undefined, { signal: timeoutAbort.signal }).catch(() => undefined),
      ])
      timeoutAbort.abort()
    },
  }
}

/** W3C Trace Context, version 00; undefined for anything else. */
export function readTraceparent(header: string) {
  const match = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/.exec(header.trim())
  if (!match) return undefined
  const [, traceId = '', spanId = '', flags = ''] = match
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true }
}

/** Without this wrapper, the library would write each failure to standard error. */
function quietly(exporter: SpanExporter, log: Logger): SpanExporter {
  let isFailing = false
  const report = (error: Error | undefined) => {
    if (error && !isFailing) {
      log.warn(
        { reason: error.message || error.name },
        'traces cannot be sent to OTEL_EXPORTER_OTLP_ENDPOINT; they are dropped',
      )
    }
    if (!error && isFailing) log.info('traces are sent again')
    isFailing = error !== undefined
  }
  return {
    export: (spans: ReadableSpan[], callback) =>
      exporter.export(spans, ({ code, error }) => {
        // This runs outside the scope of the span that happened to start the batch.
        inScope({}, () => report(code === SUCCESS ? undefined : (error ?? new Error('the receiver refused them'))))
        callback({ code: SUCCESS })
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
  }
}
