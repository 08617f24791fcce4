/** What a JSON value has under a key; undefined for anything that has no keys. */
export function fieldOf(from: unknown, key: string): unknown {
  if (typeof from !== 'object' || from === null) return undefined
  return new Map<string, unknown>(Object.entries(from)).get(key)
}

export function textOf(from: unknown, key: string): string | null {
  const value = fieldOf(from, key)
  return typeof value === 'string' ? value : null
}

/** The texts of a list; none where there is no list. */
export function textsOf(from: unknown, key: string): string[] {
  const list = fieldOf(from, key)
  return Array.isArray(list) ? list.filter((each) => typeof each === 'string') : []
}

/** The given fields, as far as they are there. */
export const pick = (from: unknown, keys: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(
    keys.map((key): [string, unknown] => [key, fieldOf(from, key)]).filter(([, value]) => value !== undefined),
  )
