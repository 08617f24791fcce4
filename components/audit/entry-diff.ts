/** One field of an entry. An absent side is undefined. */
export interface DiffRow {
  readonly field: string
  readonly before: string | undefined
  readonly after: string | undefined
  readonly isChanged: boolean
}

function fieldsOf(value: unknown): ReadonlyMap<string, unknown> {
  if (value === undefined || value === null) return new Map()
  if (typeof value !== 'object' || Array.isArray(value)) return new Map([['value', value]])
  return new Map(Object.entries(value))
}

function toText(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map((item) => toText(item) ?? '').join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The fields of both sides, changed ones first. With one side only, everything in it is what happened. */
export function diffOf(before: unknown, after: unknown): readonly DiffRow[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)]
  const hasBoth = old.size > 0 && now.size > 0
  const rows = [...new Set([...old.keys(), ...now.keys()])].map((field): DiffRow => {
    const [was, is] = [toText(old.get(field)), toText(now.get(field))]
    return { field, before: was, after: is, isChanged: hasBoth && was !== is }
  })
  return rows
    .filter(({ before: was, after: is }) => was !== undefined || is !== undefined)
    .toSorted((a, b) => Number(b.isChanged) - Number(a.isChanged))
}
