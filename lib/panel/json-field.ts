/** The own property of a JSON object; undefined for any other value. */
export function jsonField(from: unknown, key: string): unknown {
  if (typeof from !== 'object' || from === null || !Object.hasOwn(from, key)) return undefined
  const value: unknown = Reflect.get(from, key)
  return value
}

export function jsonText(from: unknown, key: string): string | null {
  const value = jsonField(from, key)
  return typeof value === 'string' ? value : null
}

/** The strings of a list; empty when it is not a list. */
export function jsonTexts(from: unknown, key: string): string[] {
  const list = jsonField(from, key)
  return Array.isArray(list) ? list.filter((each) => typeof each === 'string') : []
}

/** The given fields, as far as they are present. */
export function pick<K extends string>(from: unknown, keys: readonly K[]): { readonly [Key in K]?: unknown } {
  const entries = keys
    .map((key): [string, unknown] => [key, jsonField(from, key)])
    .filter(([, value]) => value !== undefined)
  // Safe: its keys are among the given ones.
  return Object.fromEntries(entries) as { readonly [Key in K]?: unknown }
}
