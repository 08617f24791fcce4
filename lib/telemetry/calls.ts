import type { Span } from '@opentelemetry/api'

import { metrics } from './metrics'
import { inScope, currentScope } from './scope'
import { failSpan, inSpan, tracing } from './spans'

/** Lets the handler set the name of the operation once it is known. */
export type CallLabel = { setOperation(operation: string): void }

/** Attributes of a call in the log, in traces and in metrics. */
type ObservedCall = {
  /** `service`: its public server; `panel`: in process. */
  readonly door: 'service' | 'panel'
  readonly requestId: string
  readonly traceparent?: string | undefined
}

/** Whether metrics or tracing are enabled. */
export const isObserved = (): boolean => metrics() !== undefined || tracing() !== undefined

const UNKNOWN = 'unknown'

/** Measures one call of the service until its answer begins. */
export async function measureCall(
  { door, requestId, traceparent }: ObservedCall,
  work: (label: CallLabel) => Promise<Response>,
): Promise<Response> {
  const startedAt = performance.now()
  let route = UNKNOWN
  const setOperation = (operation: string) => {
    route = operation
  }
  const response = await (tracing()
    ? inSpan(
        { name: 'service', kind: door === 'service' ? 'server' : 'internal', traceparent, scope: { requestId } },
        async (span) => {
          const answer = await work({ setOperation })
          if (span) describe(span, route, answer.status)
          return answer
        },
      )
    : withRequestId(requestId, () => work({ setOperation })))
  const recorder = metrics()
  if (recorder) {
    const name = door === 'service' ? 'service' : 'embedded'
    recorder.count('registers_http_requests_total', { door: name, route, status: String(response.status) })
    recorder.observe(
      'registers_http_request_duration_seconds',
      { door: name, route },
      (performance.now() - startedAt) / 1000,
    )
  }
  return response
}

function describe(span: Span, route: string, status: number): void {
  span.updateName(`operation ${route}`)
  span.setAttributes({ 'registers.operation': route, 'http.response.status_code': status })
  if (status >= 500) failSpan(span, new Error('answered with a failure'))
}

/** Marks the log lines of a request with its id. */
export function withRequestId<T>(requestId: string, work: () => T): T {
  const outerScope = currentScope()
  return outerScope?.requestId === requestId ? work() : inScope({ ...outerScope, requestId }, work)
}
