import { openSource } from '@/lib/client/read-table/foreign/open-source'
import type { ReadOptions } from '@/lib/client/read-table/read-source'
import { type HiddenRows, MAX_BYTES, type SourceFault, type SourceNote } from '@/lib/client/read-table/source-table'
import type { FilterListName } from '@/lib/domain/filter-lists'

import { looksLikeJson } from './looks-like-json'
import { type PlacedRows, placePasted, placeRows } from './place-rows'

export interface ListFileInput {
  readonly file: File
  /** The list the file was dropped on; undefined if each number is assigned to the list it belongs to. */
  readonly list: FilterListName | undefined
  /** Whether the text was pasted into the field of that list, in which case the other columns are shown as well. */
  readonly isPasted?: boolean | undefined
}

export interface PlacementRequest extends ListFileInput {
  /** Corrections by the user of how the file is read. */
  readonly options: ReadOptions
}

export interface PlacedFile extends PlacedRows {
  /** The number of rows after the limit, which were not read. */
  readonly unreadRows: number
  /** The names of a workbook's sheets; empty for other files. */
  readonly sheets: readonly string[]
  readonly sheet: string | undefined
  readonly hiddenSheets: readonly string[]
  readonly hiddenRows: HiddenRows | undefined
  readonly notes: readonly SourceNote[]
}

export type PlacementResult =
  | { readonly ok: true; readonly placed: PlacedFile }
  | {
      readonly ok: false /** `json`: the file belongs to the import of filters. */
      readonly fault: SourceFault | 'json'
    }

/** Reads what a file contains for the lists of a filter, or returns why it cannot be read. */
export async function readPlacedFile({
  file,
  options,
  list,
  isPasted = false,
}: PlacementRequest): Promise<PlacementResult> {
  // The size is checked before the file is loaded into memory.
  if (file.size > MAX_BYTES) return { ok: false, fault: 'too_big' }
  const buffer = await file.arrayBuffer().catch(() => undefined)
  if (buffer === undefined) return { ok: false, fault: 'unreadable' }
  const bytes = new Uint8Array(buffer)
  if (looksLikeJson(bytes)) return { ok: false, fault: 'json' }
  const result = await openSource(bytes, options)
  if (!result.ok) return result
  const { rows, rest, sheets = [], sheet, hiddenSheets = [], hiddenRows, notes } = result.table
  const placedRows = isPasted && list !== undefined ? placePasted(rows, list) : placeRows(rows, list)
  return {
    ok: true,
    placed: { ...placedRows, unreadRows: rest.length, sheets, sheet, hiddenSheets, hiddenRows, notes },
  }
}
