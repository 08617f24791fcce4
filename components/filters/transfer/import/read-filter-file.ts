import { decodeText, detectEncoding } from '@/lib/client/read-table/decode-text'
import { isForeign, openSource } from '@/lib/client/read-table/foreign/open-source'
import { readBytes, type ReadOptions } from '@/lib/client/read-table/read-source'
import { MAX_BYTES, type SourceFault, type SourceTable } from '@/lib/client/read-table/source-table'
import type { FilterListName } from '@/lib/domain/filter-lists'

import { looksLikeJson } from '../../file/looks-like-json'
import { placeRows } from '../../file/place-rows'
import type { PersonalForm } from '../filters-file'
import type { FoundFilter } from './judge-values'
import { type FiltersJsonFault, readFiltersJson } from './read-filters-json'

export type FilterFileFault = SourceFault | FiltersJsonFault

/** The content of a file: filters, or rows of which one filter is made. */
export type FilterFile =
  | { readonly kind: 'filters'; readonly filters: readonly FoundFilter[]; readonly personal: PersonalForm | undefined }
  | { readonly kind: 'table'; readonly table: SourceTable }
  | { readonly kind: 'fault'; readonly fault: FilterFileFault }

/** Detects the format from the content, not from the file name. */
export function readFilterFile(bytes: Uint8Array, options: ReadOptions = {}): FilterFile {
  if (bytes.length > MAX_BYTES) return { kind: 'fault', fault: 'too_big' }
  const encoding = options.encoding ?? detectEncoding(bytes)
  if (looksLikeJson(bytes, encoding)) {
    const json = readFiltersJson(decodeText(bytes, encoding).replace(/^\uFEFF/, ''))
    if (json.kind === 'rows') return { kind: 'table', table: { rows: json.rows, rest: [], notes: [] } }
    return json
  }
  const result = readBytes(bytes, options)
  return result.ok ? { kind: 'table', table: result.table } : { kind: 'fault', fault: result.fault }
}

/** Reads the same formats as `readFilterFile`, and workbooks, which need a library. */
export async function openFilterFile(bytes: Uint8Array, options: ReadOptions): Promise<FilterFile> {
  const file = readFilterFile(bytes, options)
  if (file.kind !== 'fault' || !isForeign(file.fault)) return file
  const result = await openSource(bytes, options)
  return result.ok ? { kind: 'table', table: result.table } : { kind: 'fault', fault: result.fault }
}

/** Makes one filter of the rows of a table; with `target` all values belong to that list. */
export const filterOfTable = (
  { rows }: SourceTable,
  { name, target }: { readonly name: string; readonly target: FilterListName | undefined },
): FoundFilter => ({ name, ...placeRows(rows, target) })
