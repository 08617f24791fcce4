/** What is shown of a report until somebody chooses; of an unknown one its first columns. */
const usual: Readonly<Record<string, readonly string[]>> = {
  krz: ['announcement_date', 'debtor_name', 'title', 'signature', 'debtor_pesel', 'debtor_nip', 'debtor_krs', 'court'],
  msig: ['announcement_date', 'entity_name', 'title', 'krs', 'nip', 'signature', 'issue_number', 'position'],
  krs_changes: ['change_date', 'entity_name', 'krs', 'nip', 'section', 'field', 'old_value', 'new_value'],
}
const FIRST_COLUMNS = 8

export function usualColumns(source: string | null, columns: readonly string[]): readonly string[] {
  const known = (usual[source ?? ''] ?? []).filter((name) => columns.includes(name))
  return known.length > 0 ? known : columns.slice(0, FIRST_COLUMNS)
}

const WIDE = /text|title|attributes|advisors|_name$|court|value|field|section/
const NARROW = /date|^krs$|nip|_krs$|position|number|country|pesel/

/** In pixels. */
export const columnWidth = (name: string): number => (WIDE.test(name) ? 260 : NARROW.test(name) ? 130 : 190)

const KEY = 'report-preview-columns'

function readKept(): Readonly<Record<string, readonly string[]>> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    if (typeof value !== 'object' || value === null) return {}
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, names]: [string, unknown]) =>
        Array.isArray(names) ? [[key, names.filter((name) => typeof name === 'string')]] : [],
      ),
    )
  } catch {
    return {}
  }
}

const MAX_KEPT = 20
/** Of a person in an account, by their mark, and a source. */
const keyOf = (viewer: string, source: string | null): string => `${viewer} ${source ?? ''}`

export const recallColumns = (viewer: string, source: string | null): readonly string[] | undefined =>
  readKept()[keyOf(viewer, source)]

export function rememberColumns(viewer: string, source: string | null, columns: readonly string[]): void {
  const { [keyOf(viewer, source)]: _, ...others } = readKept()
  const entries = [...Object.entries(others), [keyOf(viewer, source), columns]].slice(-MAX_KEPT)
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(entries)))
  } catch {
    // Full or forbidden: then they last as long as the page.
  }
}
