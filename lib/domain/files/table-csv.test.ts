import { expect, it } from 'vitest'

import type { FileCell, FileColumn } from './file-table'
import { tableCsv } from './table-csv'

const csvCellText = (kind: FileColumn['kind'], cell: FileCell) =>
  tableCsv({ name: 'x', columns: [{ name: 'a', kind, width: 10 }], rows: [[cell]] }).split('\r\n')[1]

it.each([
  ['hundredths', 0, '"0,00"'],
  ['hundredths', 5, '"0,05"'],
  ['hundredths', -1234, '"-12,34"'],
  ['hundredths', null, ''],
  ['hundredths', 1.5, ''],
  ['number', Number.POSITIVE_INFINITY, ''],
  // Warsaw time as a spreadsheet reads it, also across both clock changes.
  ['moment', '2026-11-20T23:30:05.123Z', '2026-11-21 00:30:05'],
  ['moment', '2026-06-30T22:00:00Z', '2026-07-01 00:00:00'],
  ['moment', '2026-03-29T01:00:00Z', '2026-03-29 03:00:00'],
  ['moment', '2026-10-25T01:00:00Z', '2026-10-25 02:00:00'],
  ['moment', 'wkrótce', 'wkrótce'],
  ['moment', null, ''],
  ['day', '2026-11-20', '2026-11-20'],
  ['month', '2026-11', '2026-11'],
  ['text', '=1+1', "'=1+1"],
  ['text', '0000012345', '0000012345'],
] as const)('writes a %s of %s as %s', (kind, cell, text) => expect(csvCellText(kind, cell)).toBe(text))
