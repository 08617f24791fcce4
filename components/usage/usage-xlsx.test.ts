import { DOMParser } from '@xmldom/xmldom'
import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'

import { daysTable, endpointsTable } from './usage-table'
import { usageXlsx } from './usage-xlsx'

const day = { lookups: 2400, rdf: 3, pdfs: 1, wpv_checks: 30, overage_units: 2308, overage_grosz: 18_464 }
const days = [
  { ...day, date: '2026-11-02', overage_grosz: 5 },
  { ...day, date: '2026-11-01' },
  { date: '2026-11-03', lookups: null, overage_grosz: Number.POSITIVE_INFINITY },
]
const endpoints = [
  { endpoint: '=HYPERLINK("x")', pool: 'lookups', calls: 10, units: 2 },
  { endpoint: '007', pool: null, calls: 7, units: 0 },
]

type Read = { readonly name: string; readonly rows: (string | number | null)[][] }

/** Reads a workbook by its own XML, with nothing of the code that wrote it. */
async function read(blob: Blob): Promise<readonly Read[]> {
  const files = unzipSync(new Uint8Array(await blob.arrayBuffer()))
  const xml = (path: string) => new DOMParser().parseFromString(strFromU8(files[path] ?? new Uint8Array()), 'text/xml')
  const shared = [...xml('xl/sharedStrings.xml').getElementsByTagName('si')].map((each) => each.textContent ?? '')
  const names = [...xml('xl/workbook.xml').getElementsByTagName('sheet')].map((each) => each.getAttribute('name') ?? '')
  return names.map((name, at) => {
    const rows = [...xml(`xl/worksheets/sheet${at + 1}.xml`).getElementsByTagName('row')]
    return { name, rows: rows.map((row) => cellsOf(row, shared)) }
  })
}

type Element = ReturnType<DOMParser['parseFromString']>['documentElement'] & object

function cellsOf(row: Element, shared: readonly string[]): (string | number | null)[] {
  const cells: (string | number | null)[] = []
  for (const cell of row.getElementsByTagName('c')) {
    const at = (cell.getAttribute('r') ?? '').charCodeAt(0) - 'A'.charCodeAt(0)
    while (cells.length < at) cells.push(null)
    expect(cell.getElementsByTagName('f')).toHaveLength(0)
    const text = cell.textContent ?? ''
    const type = cell.getAttribute('t')
    cells.push(
      type === 's' ? (shared[Number(text)] ?? '') : type === 'inlineStr' ? text : text === '' ? null : Number(text),
    )
  }
  return cells
}

describe('the workbook', () => {
  it('has a sheet per table, with real numbers, and identifiers as text', async () => {
    const sheets = await read(await usageXlsx([daysTable(days, '2026-11'), endpointsTable(endpoints, '2026-11')]))
    expect(sheets.map(({ name }) => name)).toEqual(['dni', 'endpointy'])
    const [first, second] = sheets
    expect(first?.rows[0]).toEqual([...daysTable([], '2026-11').columns])
    expect(first?.rows[1]).toEqual(['2026-11-01', 2400, 3, 1, 30, 2308, 18_464, 184.64, 92])
    expect(first?.rows[2]).toEqual(['2026-11-02', 2400, 3, 1, 30, 2308, 5, 0.05, 92])
    expect(first?.rows[3]?.filter((cell) => cell !== null)).toEqual(['2026-11-03'])
    expect(second?.rows.slice(1)).toEqual([
      ['2026-11', '=HYPERLINK("x")', 'lookups', 10, 2, 100],
      ['2026-11', '007', null, 7, 0],
    ])
  })
})
