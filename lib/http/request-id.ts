import { randomUUID } from 'node:crypto'

import { currentScope } from '@/lib/telemetry/scope'

/** A caller may name its request (letters, digits, dashes). */
export const isRequestId = (text: string | null | undefined): text is string =>
  typeof text === 'string' && /^[\w-]{8,64}$/.test(text)

/** The caller's, or that of the request in which this one is made, so that the log has them together; otherwise one is made. */
export function readRequestId(request: Request): string {
  const input = request.headers.get('x-request-id')
  return isRequestId(input) ? input : (currentScope()?.requestId ?? randomUUID())
}
