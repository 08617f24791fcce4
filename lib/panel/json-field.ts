/** What a JSON value has under a key; undefined for anything that has no keys. */
export function jsonField(from: unknown, key: string): unknown {
  if (typeof from !== 'object' || from === null || !Object.hasOwn(from, key)) return undefined
  const value: unknown = Reflect.get(from, key)
  return value
}

export function jsonText(from: unknown, key: string): string | null {
  const value = jsonField(from, key)
  return typeof value === 'string' ? value : null
}

/** The texts of a list; none where there is no list. */
export function jsonTexts(from: unknown, key: string): string[] {
  const list = jsonField(from, key)
  return Array.isArray(list) ? list.filter((each) => typeof each === 'string') : []
}

/** The given fields, as far as they are there. */
export function pick<K extends string>(from: unknown, keys: readonly K[]): { readonly [Key in K]?: unknown } {
  const found = keys
    .map((key): [string, unknown] => [key, jsonField(from, key)])
    .filter(([, value]) => value !== undefined)
  // Sound: its keys are among the given ones.
  return Object.fromEntries(found) as { readonly [Key in K]?: unknown }
}
