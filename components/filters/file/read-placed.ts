import { openSource } from '@/lib/client/read-table/foreign/open-source'
import type { ReadOptions } from '@/lib/client/read-table/read-source'
import { type HiddenRows, MAX_BYTES, type SourceFault, type SourceNote } from '@/lib/client/read-table/source-table'
import type { FilterListName } from '@/lib/domain/filter-lists'

import { looksLikeJson } from './looks-like-json'
import { type PlacedRows, placePasted, placeRows } from './place-rows'

export interface GivenFile {
  readonly file: File
  /** The list that it was dropped on; undefined: each number goes where it belongs. */
  readonly list: FilterListName | undefined
  /** Pasted into the field of that list: the other columns are shown as well. */
  readonly isPasted?: boolean | undefined
}

export interface PlacingRequest extends GivenFile {
  /** Where a person knows better how the file is read. */
  readonly options: ReadOptions
}

export interface PlacedFile extends PlacedRows {
  /** Rows after those that were read. */
  readonly beyond: number
  /** Of a workbook only. */
  readonly sheets: readonly string[]
  readonly sheet: string | undefined
  readonly hiddenSheets: readonly string[]
  readonly hiddenRows: HiddenRows | undefined
  readonly notes: readonly SourceNote[]
}

export type PlacingResult =
  | { readonly ok: true; readonly placed: PlacedFile }
  | { readonly ok: false /** `json`: what an import of filters takes. */; readonly fault: SourceFault | 'json' }

/** What a file holds for the lists of a filter, or why it cannot be read. */
export async function readPlaced({ file, options, list, isPasted = false }: PlacingRequest): Promise<PlacingResult> {
  // Before it takes the memory.
  if (file.size > MAX_BYTES) return { ok: false, fault: 'too_big' }
  const buffer = await file.arrayBuffer().catch(() => undefined)
  if (buffer === undefined) return { ok: false, fault: 'unreadable' }
  const bytes = new Uint8Array(buffer)
  if (looksLikeJson(bytes)) return { ok: false, fault: 'json' }
  const result = await openSource(bytes, options)
  if (!result.ok) return result
  const { rows, rest, sheets = [], sheet, hiddenSheets = [], hiddenRows, notes } = result.table
  const found = isPasted && list !== undefined ? placePasted(rows, list) : placeRows(rows, list)
  return { ok: true, placed: { ...found, beyond: rest.length, sheets, sheet, hiddenSheets, hiddenRows, notes } }
}
