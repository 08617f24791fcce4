import type { PreviewRow } from '@/lib/contract/panel/report-preview'
import { withoutGuard } from '@/lib/domain/files/csv'

import type { CutRow } from './row-cutter'

/** Fields of a row by name, or why there are none. */
export type ParsedRow =
  | { readonly fields: Readonly<Record<string, unknown>> }
  | { readonly fault: NonNullable<PreviewRow['fault']> }

const decoder = new TextDecoder()

export function parseJsonRow({ bytes }: CutRow): ParsedRow {
  if (bytes === undefined) return { fault: 'too_long' }
  try {
    const value: unknown = JSON.parse(decoder.decode(bytes))
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return { fault: 'not_an_object' }
    return { fields: { ...value } }
  } catch {
    return { fault: 'unreadable' }
  }
}

/** Cells by the names of the header; cells that are missing at the end are null, more than it has are a fault. */
export function parseCsvRow({ bytes }: CutRow, header: readonly string[]): ParsedRow {
  if (bytes === undefined) return { fault: 'too_long' }
  const cells = parseRecord(decoder.decode(bytes))
  if (cells.length > header.length) return { fault: 'cells' }
  const entries = header.map((name, index): [string, unknown] => [name, toValue(cells[index])])
  return { fields: Object.fromEntries(entries) }
}

/** Names of the columns; one that stands twice gets a number. */
export function parseHeader({ bytes }: CutRow): string[] {
  const seen = new Map<string, number>()
  return parseRecord(decoder.decode(bytes ?? new Uint8Array())).map((name) => {
    const times = (seen.get(name) ?? 0) + 1
    seen.set(name, times)
    return times === 1 ? name : `${name} (${times})`
  })
}

/** Interface decision 30: lists and objects stand in a cell as JSON. What only looks like it is a text. */
function toValue(cell: string | undefined): unknown {
  if (cell === undefined) return null
  if (!/^[[{]/.test(cell)) return withoutGuard(cell)
  try {
    const value: unknown = JSON.parse(cell)
    return value
  } catch {
    return cell
  }
}

/** The cells of one record (RFC 4180); quotes in the middle of a cell stand for themselves. */
function parseRecord(line: string): string[] {
  const record = line.endsWith('\r') ? line.slice(0, -1) : line
  const cells: string[] = []
  for (let at = 0; at <= record.length; at += 1) {
    const quoted = record[at] === '"' ? readQuotedCell(record, at) : undefined
    const stop = quoted?.end ?? record.indexOf(',', at)
    const end = stop === -1 ? record.length : stop
    cells.push(quoted?.text ?? record.slice(at, end))
    at = end
  }
  return cells
}

/** Undefined where no comma follows the closing quote: then it is no quoting. */
function readQuotedCell(record: string, start: number): { text: string; end: number } | undefined {
  let close = record.indexOf('"', start + 1)
  while (close !== -1 && record[close + 1] === '"') close = record.indexOf('"', close + 2)
  const end = close + 1
  if (close === -1 || (end < record.length && record[end] !== ',')) return undefined
  return { text: record.slice(start + 1, close).replaceAll('""', '"'), end }
}
