import { csvLine } from '@/lib/domain/csv'

import type { ParsedRow } from './parse-identifiers'

/** A row that was not added, with the reason in words. */
export interface RejectedRow {
  readonly row: ParsedRow
  readonly reason: string
}

/** Semicolons and a byte order mark: opened by a double click in a Polish spreadsheet. */
export function rejectedCsv(header: readonly string[], rejected: readonly RejectedRow[]): string {
  const dialect = { separator: ';', decimal: ',' } as const
  const lines = rejected.map(({ row, reason }) => csvLine([row.line, row.raw, reason], dialect))
  return `\uFEFF${csvLine(header, dialect)}${lines.join('')}`
}
