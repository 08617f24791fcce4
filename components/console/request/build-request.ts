import { toUrl } from '@/lib/client/client'
import type { ConsoleOperation } from '@/lib/contract/console/console-operations'
import type { RequestInputs } from '@/lib/contract/console/stored-inputs'

/** A request without the address of the service and the key. */
export interface BuiltRequest {
  readonly method: ConsoleOperation['method']
  /** Begins with /v1. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

const STREAM_WITH_END = 'application/x-ndjson; end=1'

/** Builds the request both for sending and for the copied code, so that they are equal. */
export function buildRequest(operation: ConsoleOperation, inputs: RequestInputs): BuiltRequest {
  const { params = {}, query, body } = inputs
  const texts = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]))
  return {
    method: operation.method,
    path: toUrl(operation.path, texts, query),
    headers: {
      ...acceptOf(operation),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    body: body === undefined ? undefined : JSON.stringify(body, undefined, 2),
  }
}

function acceptOf({ produces, isStream }: ConsoleOperation): Record<string, string> {
  if (isStream) return { accept: STREAM_WITH_END }
  return produces === 'json' ? { accept: 'application/json' } : {}
}
