import { type FileTable, lazyTable, type ValuedColumn } from '@/lib/domain/files/file-table'
import { detailsOf, type PagedList } from '@/lib/domain/registers/register-rows'

import type { LoadedPage, ListRow } from '../list/loaded-list'
import { flagIn, textIn, textListIn } from '../rows/row-fields'

interface SavedRow {
  readonly row: ListRow
  readonly page: LoadedPage | undefined
  readonly query: string
  readonly monitors: string
}

const WIDE_COLUMN = 40
const NARROW_COLUMN = 18

function columnOf({ name, kind, column }: ReturnType<typeof detailsOf>[number]): ValuedColumn<SavedRow> {
  const head = {
    name: column,
    width: kind === 'text' || kind === 'texts' || kind === 'long' ? WIDE_COLUMN : NARROW_COLUMN,
  }
  if (kind === 'day') return { ...head, kind: 'day', value: ({ row }) => textIn(row.fields, name) ?? '' }
  if (kind === 'texts') return { ...head, kind: 'text', value: ({ row }) => textListIn(row.fields, name).join('; ') }
  if (kind === 'flag') {
    const words = { true: 'tak', false: 'nie', undefined: '' }
    return { ...head, kind: 'text', value: ({ row }) => words[`${flagIn(row.fields, name)}`] }
  }
  // Amounts stay text as in the register, so that no program rounds them.
  return { ...head, kind: 'text', value: ({ row }) => textIn(row.fields, name) ?? '' }
}

const columnsOfEveryList: readonly ValuedColumn<SavedRow>[] = [
  { name: 'monitory', kind: 'text', width: WIDE_COLUMN, value: ({ monitors }) => monitors },
  { name: 'zapytanie', kind: 'text', width: WIDE_COLUMN, value: ({ query }) => query },
  { name: 'pobrano', kind: 'moment', width: 20, value: ({ page }) => page?.asked_at ?? '' },
  { name: 'numer_zapytania', kind: 'text', width: WIDE_COLUMN, value: ({ page }) => page?.request_id ?? '' },
]

/** Loaded rows with their query, time and request ids, as evidence of their origin. */
export const listTableFile = (list: PagedList, rows: readonly SavedRow[]): FileTable =>
  lazyTable(list, [...detailsOf(list).map(columnOf), ...columnsOfEveryList], rows)
