import { toUrl } from '@/lib/client/client'
import { operationOf, type OperationName } from '@/lib/contract/table'

/** What stands in a call, whether it fits the row or not. */
export type RawInput = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown }

/** Method, path and body of a row's call, as a test's `request` takes them. */
export function callOf(name: OperationName, { params, query, body }: RawInput): [string, string, unknown] {
  const { method, path } = operationOf(name)
  return [method, toUrl(path, params, query), body]
}
