import { formatInteger } from '@/lib/domain/format/format'
import type { Locale } from '@/lib/domain/format/locales'

/** The value at a path; undefined if it is missing. A remote service may omit anything. */
export function valueAt(value: unknown, ...path: readonly string[]): unknown {
  const [first, ...rest] = path
  if (first === undefined) return value
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  return valueAt(new Map<string, unknown>(Object.entries(value)).get(first), ...rest)
}

/** The list at a path, or the answer itself; empty if it is not a list. */
export function listAt(value: unknown, ...path: readonly string[]): readonly unknown[] {
  const found = valueAt(value, ...path)
  return Array.isArray(found) ? found : []
}

/** The display text; empty if there is none. */
export function textOf(value: unknown, locale: Locale): string {
  if (typeof value === 'number') return formatInteger(value, locale)
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map((each) => textOf(each, locale)).join(', ')
  return ''
}
