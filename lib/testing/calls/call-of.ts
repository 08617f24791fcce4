import { toUrl } from '@/lib/client/client'
import { operationOf, type OperationName } from '@/lib/contract/table'

export type RawInput = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }

export function callOf(name: OperationName, { params, query, body }: RawInput): [string, string, unknown] {
  const { method, path } = operationOf(name)
  return [method, toUrl(path, params, query), body]
}
