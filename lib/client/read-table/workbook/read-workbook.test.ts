import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'

import { type GeneratedCell, type GeneratedSheet, textCell } from '@/lib/testing/generated-files/generated-cell'
import { plainStyle } from '@/lib/testing/generated-files/plain-style'
import { writeXlsx, type XlsxStyle } from '@/lib/testing/generated-files/xlsx-writer'

import { readBytes } from '../read-source'
import { numberText, shapeOf } from './number-format'

const NIP = '5261040828'
const sheet = (
  name: string,
  rows: readonly (readonly GeneratedCell[])[],
  more: Partial<GeneratedSheet> = {},
): GeneratedSheet => ({
  name,
  rows,
  hidden: new Set(),
  ...more,
})
const list = (name: string, more: Partial<GeneratedSheet> = {}) =>
  sheet(
    name,
    [
      [textCell('NIP'), textCell('Nazwa')],
      [textCell(NIP), textCell('Żółć')],
    ],
    more,
  )
const readOf = (sheets: readonly GeneratedSheet[], style: Partial<XlsxStyle> = {}, wanted?: string) =>
  readBytes(writeXlsx(sheets, { ...plainStyle, ...style }), { sheet: wanted })
const tableOf = (...args: Parameters<typeof readOf>) => {
  const result = readOf(...args)
  if (!result.ok) throw new Error(result.fault)
  return result.table
}

describe('a workbook of another program', () => {
  it.each([
    ['parts under other names', { bookPath: 'a/Book.xml', textsPath: 'b/Texts.XML' }],
    ['absolute targets', { target: 'absolute' }],
    ['targets in another letter case', { target: 'other_case' }],
    ['no types', { hasTypes: false }],
    ['backslashes', { backslashes: true }],
    ['prefixes', { prefix: 'x:' }],
    ['strict names of relations', { isStrict: true }],
    ['rich texts', { texts: 'rich' }],
    ['phonetic readings', { texts: 'phonetic' }],
    ['comments and CDATA', { texts: 'cdata' }],
    ['no cell references', { references: false }],
    ['UTF-16', { encoding: 'utf-16' }],
    ['UTF-16 without a mark', { encoding: 'utf-16 no mark' }],
    ['UTF-8 that calls itself UTF-16', { encoding: 'utf-8 called utf-16' }],
    ['bytes before and after', { before: 'HTTP/1.1 200\r\n\r\n', after: '\r\n--x--' }],
    ['uncompressed parts', { isStored: true }],
  ] as const)('is read with %s', (_what, style) => {
    expect(tableOf([list('A')], style).rows).toEqual([
      { line: 1, cells: ['NIP', 'Nazwa'] },
      { line: 2, cells: [NIP, 'Żółć'] },
    ])
  })

  it.each([
    ['no_texts', 'lost_texts'],
    ['wrong_index', 'lost_texts'],
    ['cut', 'broken_workbook'],
  ] as const)('is refused when damaged by %s', (damage, fault) => {
    expect(readOf([list('A')], { damage })).toEqual({ ok: false, fault })
  })
})

describe('sheets', () => {
  const guide = sheet('Instrukcja', [[textCell('Wpisz NIP, na przykład')], [textCell(NIP)]])
  const blank = sheet('Arkusz1', [])

  it('with explanations or without rows are skipped for the first with numbers, and this is noted', () => {
    const table = tableOf([guide, blank, list('Lista')])
    expect([table.sheet, table.sheets]).toEqual(['Lista', ['Instrukcja', 'Arkusz1', 'Lista']])
    expect(table.notes).toEqual([
      { note: 'passed_sheet', count: 1, where: 'Instrukcja' },
      { note: 'other_sheets', count: 1, where: 'Lista' },
    ])
    expect(tableOf([list('A'), list('B')]).notes).toEqual([{ note: 'other_sheets', count: 1, where: 'A' }])
    expect(tableOf([guide, list('Lista')], {}, 'Instrukcja').sheet).toBe('Instrukcja')
  })

  it('that are hidden are read only when requested', () => {
    const hidden = list('Stara', { isHidden: true })
    const table = tableOf([hidden, list('Nowa')])
    expect([table.sheet, table.hiddenSheets]).toEqual(['Nowa', ['Stara']])
    expect(table.notes).toEqual([{ note: 'hidden_sheets', count: 1 }])
    expect(tableOf([hidden, list('Nowa')], {}, 'Stara').sheet).toBe('Stara')
  })
})

it('reads hidden rows when there are no others', () => {
  const all = list('A', { hidden: new Set([0, 1]) })
  expect(tableOf([all])).toMatchObject({ rows: { length: 2 }, hiddenRows: { count: 2, isTaken: true } })
})

it('notes hidden columns, columns beyond the limit, and cells with errors', () => {
  const part = (path: string, xml: string) => [path, strToU8(xml)] as const
  const rows = `<row r="1"><c r="A1"><v>1</v></c><c r="B1" t="e"><v>#N/A</v></c><c r="ZZ1"><v>5</v></c></row>`
  const bytes = zipSync(
    Object.fromEntries([
      part('xl/workbook.xml', '<workbook><sheets><sheet name="A" r:id="r1"/></sheets></workbook>'),
      part('xl/_rels/workbook.xml.rels', '<Relationships><Relationship Id="r1" Target="s.xml"/></Relationships>'),
      part(
        'xl/s.xml',
        `<worksheet><cols><col min="2" max="9" hidden="1"/></cols><sheetData>${rows}</sheetData></worksheet>`,
      ),
    ]),
  )
  const result = readBytes(bytes)
  expect(result.ok && result.table.notes).toEqual([
    { note: 'hidden_columns', count: 1 },
    { note: 'cut_columns', count: 1 },
    { note: 'errors', count: 1 },
  ])
})

describe('a number as displayed in its cell', () => {
  const shown = (value: string, code: string, is1904 = false) => numberText(value, { shape: shapeOf(code), is1904 })

  it.each([
    ['28860', '0000000000', '0000028860'],
    ['526104082', '000\\-000\\-00\\-00', '0526104082'],
    ['5261040828', '"SK"0000000000', 'SK5261040828'],
    ['5261040828', '#,##0.00\\ "zł"', '5261040828'],
    ['5.261040828E9', 'General', '5261040828'],
    ['5261040828.0', '0', '5261040828'],
    ['46350', 'yyyy-mm-dd', '2026-11-24'],
    ['46350', '[$-415]d mmmm yyyy;@', '2026-11-24'],
    ['46350', 'rrrr-mm-dd', '2026-11-24'],
    ['46350.604166667', 'yyyy\\-mm\\-dd\\ hh:mm', '2026-11-24 14:30'],
    ['46350.604166667', 'dd.mm.yyyy', '2026-11-24'],
    ['46349.9999999', 'dd.mm.yyyy', '2026-11-24'],
    ['0.604', 'hh:mm', '0.604'],
    ['30.5', '[h]:mm', '30.5'],
    ['46350', '0.00" dni"', '46350'],
    ['0', 'dd.mm.yyyy', '0'],
  ])('%s in %s is %s', (value, code, text) => {
    expect(shown(value, code)).toBe(text)
  })

  it('is four years later in the 1904 date system', () => {
    expect(shown('44888', 'dd.mm.yyyy', true)).toBe('2026-11-24')
  })

  it.each(['6.1109010140000071E25', '61109010140000000000000000'])('%s is recognisable as rounded', (value) => {
    expect(shown(value, '0')).toMatch(/^6\.1109010140000\d{1,2}E\+25$/)
  })

  it('keeps all digits when they are written out', () => {
    expect(shown('61109010140000071219812874', 'General')).toBe('61109010140000071219812874')
  })
})
