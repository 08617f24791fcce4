import { read as readBook, type WorkSheet } from '@e965/xlsx'
import { describe, expect, it } from 'vitest'

import type { FileCell, FileColumn, FileRow } from '@/lib/domain/files/file-table'

import { FileCollector } from './collect-file'

const column = (name: string, kind: FileColumn['kind']): FileColumn => ({ name, kind, width: 12 })

/** Reads the file with another library than the one that wrote it. */
async function sheetsOf(collector: FileCollector): Promise<ReadonlyMap<string, WorkSheet>> {
  const bytes = new Uint8Array(await (await collector.finish('xlsx')).arrayBuffer())
  const { SheetNames, Sheets } = readBook(bytes, { cellNF: true, cellFormula: true })
  return new Map(SheetNames.map((name) => [name, Sheets[name] ?? {}]))
}

async function cellOf(kind: FileColumn['kind'], cell: FileCell) {
  const collector = new FileCollector()
  collector.add({ kind: 'table', name: 'x', columns: [column('a', kind)] })
  collector.add({ kind: 'rows', rows: [[cell]] })
  const found = (await sheetsOf(collector)).get('x')?.['A2'] as
    | { t: string; v: unknown; w?: string; z?: string; f?: string }
    | undefined
  return found && { type: found.t, value: found.v, shown: found.w, formula: found.f }
}

describe('a workbook', () => {
  it.each([
    // A date is a number with a date format, so that the spreadsheet can calculate and group with it.
    { kind: 'day', cell: '2026-11-20', value: 46_346, shown: '2026-11-20' },
    { kind: 'month', cell: '2026-11', value: 46_327, shown: '2026-11' },
    { kind: 'moment', cell: '2026-11-20T23:30:05Z', value: 46_347 + 1805 / 86_400, shown: '2026-11-21 00:30:05' },
    { kind: 'moment', cell: '2026-06-30T22:00:00Z', value: 46_204, shown: '2026-07-01 00:00:00' },
    { kind: 'hundredths', cell: 18_460, value: 184.6, shown: '184.60' },
    { kind: 'number', cell: 1000, value: 1000, shown: '1000' },
  ] as const)('stores a $kind of $cell as a number that is displayed as one', async ({ kind, cell, value, shown }) => {
    const found = await cellOf(kind, cell)
    expect(found).toMatchObject({ type: 'n', shown })
    expect(found?.value).toBeCloseTo(value, 8)
  })

  it.each([
    ['text', '0000012345'],
    ['text', '=HYPERLINK("http://evil.test")'],
    ['text', '2026-11-20'],
    ['text', ' <a href="x">&amp; \u0001 ]]> 😀 _x0041_ '],
    ['text', 'ł'.repeat(32_000)],
    ['day', '20.11.2026'],
    ['month', '2026-13'],
    ['moment', 'wkrótce'],
    ['number', 'domyślny'],
  ] as const)('stores a %s of %s as text, without a formula', async (kind, cell) => {
    expect(await cellOf(kind, cell)).toMatchObject({ type: 's', value: cell, formula: undefined })
  })

  it.each([
    ['text', ''],
    ['text', null],
    ['number', Number.NaN],
    ['hundredths', 1.5],
  ] as const)('leaves a cell empty for a %s of %s', async (kind, cell) => {
    expect(await cellOf(kind, cell)).toBeUndefined()
  })

  it('has a sheet per table, with all rows in order when they are added in parts', async () => {
    const collector = new FileCollector()
    collector.add({ kind: 'table', name: 'dni', columns: [column('data', 'day'), column('n', 'number')] })
    const row = (at: number): FileRow => ['2026-11-01', at]
    for (let from = 0; from < 12_000; from += 1000)
      collector.add({ kind: 'rows', rows: Array.from({ length: 1000 }, (_, at) => row(from + at)) })
    collector.add({ kind: 'table', name: 'puste', columns: [column('x', 'text')] })
    const sheets = await sheetsOf(collector)
    expect([...sheets.keys()]).toEqual(['dni', 'puste'])
    expect(sheets.get('dni')?.['!ref']).toBe('A1:B12001')
    expect(sheets.get('dni')?.['B12001']).toMatchObject({ v: 11_999 })
    expect(sheets.get('dni')?.['A1']).toMatchObject({ t: 's', v: 'data' })
    expect(sheets.get('puste')?.['!ref']).toBe('A1')
    const lines = (await (await collector.finish('csv')).text()).split('\r\n')
    expect(lines).toHaveLength(12_002)
    expect(lines.at(-2)).toBe('2026-11-01;11999')
  })
})
