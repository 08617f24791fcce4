import type { FileColumn, FileRow } from '@/lib/domain/files/file-table'
import { csvHead, csvRow } from '@/lib/domain/files/table-csv'

import type { FileRequest, TableFormat } from './messages'
import { toXlsx } from './to-xlsx'

/** CSV rows are joined into blocks: a single text of all rows would be in memory twice. */
const LINES = 5000

const media = {
  csv: { type: 'text/csv;charset=utf-8' },
  xlsx: { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
} as const

type CollectedTable = { readonly name: string; readonly columns: readonly FileColumn[]; readonly rows: FileRow[] }

/** Collects what the page sends until it requests the file. */
export class FileCollector {
  #tables: CollectedTable[] = []

  add(request: Exclude<FileRequest, { kind: 'finish' }>): void {
    if (request.kind === 'table') this.#tables.push({ name: request.name, columns: request.columns, rows: [] })
    else for (const row of request.rows) this.#tables.at(-1)?.rows.push(row)
  }

  /** A CSV contains only the first table. */
  async finish(format: TableFormat): Promise<Blob> {
    const [first] = this.#tables
    if (format === 'csv') return new Blob(first ? csvParts(first) : [], media.csv)
    // Safe: the library allocates the array's buffer, which no other thread shares.
    return new Blob([(await toXlsx(this.#tables)) as Uint8Array<ArrayBuffer>], media.xlsx)
  }
}

function csvParts({ columns, rows }: Pick<CollectedTable, 'columns' | 'rows'>): string[] {
  const parts = [csvHead(columns)]
  for (let from = 0; from < rows.length; from += LINES) {
    const lines = rows.slice(from, from + LINES).map((row) => csvRow(columns, row))
    parts.push(lines.join(''))
  }
  return parts
}
