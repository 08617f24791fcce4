import { storedByKey, textsIn } from '@/lib/client/stored-by-key'

/** The default columns by source; an unknown source shows its first columns. */
const defaultColumns: Readonly<Record<string, readonly string[]>> = {
  krz: ['announcement_date', 'debtor_name', 'title', 'signature', 'debtor_pesel', 'debtor_nip', 'debtor_krs', 'court'],
  msig: ['announcement_date', 'entity_name', 'title', 'krs', 'nip', 'signature', 'issue_number', 'position'],
  krs_changes: ['change_date', 'entity_name', 'krs', 'nip', 'section', 'field', 'old_value', 'new_value'],
}
const FIRST_COLUMNS = 8

export function usualColumns(source: string | null, columns: readonly string[]): readonly string[] {
  const known = (defaultColumns[source ?? ''] ?? []).filter((name) => columns.includes(name))
  return known.length > 0 ? known : columns.slice(0, FIRST_COLUMNS)
}

const WIDE = /text|title|attributes|advisors|_name$|court|value|field|section/
const NARROW = /date|^krs$|nip|_krs$|position|number|country|pesel/

/** In pixels. */
export function columnWidth(name: string): number {
  // Titles differ in their last words.
  if (name === 'title') return 460
  return WIDE.test(name) ? 260 : NARROW.test(name) ? 130 : 190
}

const savedColumns = storedByKey('report-preview-columns', 20, textsIn)
/** Per user, account and source. */
const keyOf = (viewer: string, source: string | null): string => `${viewer} ${source ?? ''}`

export const recallColumns = (viewer: string, source: string | null): readonly string[] | undefined =>
  savedColumns.recall(keyOf(viewer, source))

export const rememberColumns = (viewer: string, source: string | null, columns: readonly string[]): void =>
  savedColumns.remember(keyOf(viewer, source), columns)
