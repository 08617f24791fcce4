import { formatInteger } from '@/lib/domain/format/format'
import type { Locale } from '@/lib/domain/format/locales'

/** What an answer says at a place; undefined where it says nothing. A remote service may have left anything out. */
export function at(value: unknown, ...path: readonly string[]): unknown {
  const [first, ...rest] = path
  if (first === undefined) return value
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  return at(new Map<string, unknown>(Object.entries(value)).get(first), ...rest)
}

/** A list under a name, or the answer itself; empty for what is no list. */
export function listAt(value: unknown, ...path: readonly string[]): readonly unknown[] {
  const found = at(value, ...path)
  return Array.isArray(found) ? found : []
}

/** As text; empty where there is nothing to say. */
export function textOf(value: unknown, locale: Locale): string {
  if (typeof value === 'number') return formatInteger(value, locale)
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map((each) => textOf(each, locale)).join(', ')
  return ''
}
