import { toUrl } from '@/lib/client/client'
import { operationOf, type OperationName } from '@/lib/contract/table'

export type RawInput = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }

/** A parameter of a path: a text, or a number. */
export const paramText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

export function callOf(name: OperationName, { params, query, body }: RawInput): [string, string, unknown] {
  const { method, path } = operationOf(name)
  const texts = params && Object.fromEntries(Object.entries(params).map(([key, value]) => [key, paramText(value)]))
  return [method, toUrl(path, texts, query), body]
}
