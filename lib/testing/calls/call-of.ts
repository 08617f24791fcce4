import { toUrl } from '@/lib/client/client'
import { operationOf, type OperationName } from '@/lib/contract/table'

/** Input of a call, valid or not. */
export type RawInput = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown }

/** Method, path and body of an operation's call, for `request` of a test. */
export function callOf(name: OperationName, { params, query, body }: RawInput): [string, string, unknown] {
  const { method, path } = operationOf(name)
  return [method, toUrl(path, params, query), body]
}
