const RANDOM_UUID = /[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}/g

/**
 * Replaces random values in answers by numbers in order of appearance, so that two runs can be compared. Ids of sample
 * data are deterministic and stay; `stableIds` contains them.
 */
export function settler(stableIds: ReadonlySet<string> = new Set()) {
  const replacements = new Map<string, string>()
  const settle = (id: string): string => {
    if (stableIds.has(id)) return id
    const replacement =
      replacements.get(id) ?? `00000000-0000-4000-8000-${String(replacements.size + 1).padStart(12, '0')}`
    replacements.set(id, replacement)
    return replacement
  }
  return (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value ?? null).replaceAll(RANDOM_UUID, settle)) as unknown
}
