import { metrics } from './metrics'
import { failSpan, inSpan, tracing } from './spans'

/**
 * Calls that leave this installation: messages, e-mails, calls of a remote service. Each is timed, counted and traced.
 */

const secondsSince = (startedAt: number): number => (performance.now() - startedAt) / 1000

type DeliveryResult = { readonly status: number | null; readonly error: string | null }

/** One attempt to deliver one message. Never rejects: the result contains the outcome. */
export async function measureDelivery<T extends DeliveryResult>(kind: string, send: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  const result = await inSpan({ name: `delivery ${kind}`, kind: 'client' }, async (span) => {
    const sent = await send()
    if (span && sent.status !== null) span.setAttribute('http.response.status_code', sent.status)
    if (span && sent.error !== null) {
      failSpan(span, new Error(sent.error))
      span.setAttribute('error.type', sent.error)
    }
    return sent
  })
  metrics()?.count('registers_delivery_attempts_total', { kind, outcome: result.error ?? 'delivered' })
  metrics()?.observe('registers_delivery_duration_seconds', { kind }, secondsSince(startedAt))
  return result
}

/** Hands one e-mail to the mail server; rethrows its error. */
export async function measureMail<T>(send: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  const recordOutcome = (outcome: 'sent' | 'failed') => {
    metrics()?.count('registers_mail_attempts_total', { outcome })
    metrics()?.observe('registers_mail_duration_seconds', {}, secondsSince(startedAt))
  }
  try {
    const sent = await inSpan({ name: 'mail', kind: 'client' }, send)
    recordOutcome('sent')
    return sent
  } catch (error) {
    recordOutcome('failed')
    throw error
  }
}

/**
 * One call of the remote service until its answer begins. `operation` is evaluated only if metrics or tracing are
 * enabled.
 */
export async function measureUpstreamCall(
  operation: () => string,
  sendRequest: () => Promise<Response>,
): Promise<Response> {
  if (!metrics() && !tracing()) return sendRequest()
  const startedAt = performance.now()
  const name = operation()
  const answer = await inSpan({ name: `upstream ${name}`, kind: 'client' }, async (span) => {
    const response = await sendRequest()
    span?.setAttribute('http.response.status_code', response.status)
    if (span && response.status >= 500) failSpan(span, new Error('answered with a failure'))
    return response
  })
  metrics()?.count('registers_upstream_requests_total', { operation: name, status: String(answer.status) })
  metrics()?.observe('registers_upstream_duration_seconds', { operation: name }, secondsSince(startedAt))
  return answer
}
