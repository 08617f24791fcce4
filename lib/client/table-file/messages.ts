import type { FileColumn, FileRow } from '@/lib/domain/files/file-table'

export type TableFormat = 'csv' | 'xlsx'

/** The page sends each table, then its rows in parts, and finally requests the file. */
export type FileRequest =
  | { readonly kind: 'table'; readonly name: string; readonly columns: readonly FileColumn[] }
  | { readonly kind: 'rows'; readonly rows: readonly FileRow[] }
  | { readonly kind: 'finish'; readonly format: TableFormat }

export type FileAnswer = { readonly ok: true; readonly file: Blob } | { readonly ok: false; readonly reason: string }
