import { randomUUID } from 'node:crypto'

import { currentScope } from '@/lib/telemetry/scope'

/** A caller may set the id of its request (letters, digits, dashes). */
export const isRequestId = (text: string | null | undefined): text is string =>
  typeof text === 'string' && /^[\w-]{8,64}$/.test(text)

/** The id from the caller or from the surrounding request, so that log lines belong together; otherwise a new one. */
export function readRequestId(request: Request): string {
  const input = request.headers.get('x-request-id')
  return isRequestId(input) ? input : (currentScope()?.requestId ?? randomUUID())
}
