import * as fc from 'fast-check'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'

import { HEADER_ROWS } from './header-row'
import { readBytes, readText } from './read-source'
import { MAX_ROWS } from './source-table'

const SPACE = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const sheetXml = (rows: string, more = '') =>
  `<?xml version="1.0"?><worksheet ${SPACE}><sheetData>${rows}</sheetData>${more}</worksheet>`

/** A workbook with the given sheets; a name with `!` is hidden. */
function workbook(sheets: Record<string, string>, shared: readonly string[] = []): Uint8Array {
  const names = Object.keys(sheets)
  const list = names
    .map((name, at) => `<sheet name="${name}" r:id="r${at}"${name.endsWith('!') ? ' state="hidden"' : ''}/>`)
    .join('')
  const relations = names.map((_, at) => `<Relationship Id="r${at}" Target="worksheets/s${at}.xml"/>`).join('')
  const entries = names.map((name, at) => [`xl/worksheets/s${at}.xml`, strToU8(sheets[name] ?? '')] as const)
  return zipSync({
    'xl/workbook.xml': strToU8(`<workbook ${SPACE}><sheets>${list}</sheets></workbook>`),
    'xl/_rels/workbook.xml.rels': strToU8(`<Relationships>${relations}</Relationships>`),
    'xl/sharedStrings.xml': strToU8(`<sst>${shared.map((text) => `<si>${text}</si>`).join('')}</sst>`),
    ...Object.fromEntries<Uint8Array>(entries),
  })
}

const tableOf = (bytes: Uint8Array, sheet?: string) => {
  const result = readBytes(bytes, { sheet })
  if (!result.ok) throw new Error(result.fault)
  return result.table
}
const faultOf = (bytes: Uint8Array) => {
  const result = readBytes(bytes)
  return result.ok ? undefined : result.fault
}

describe('workbooks', () => {
  it('reads shared, inline and formula texts, and numbers as stored', () => {
    const rows =
      '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>Na</t><t>zwa</t></is></c></row>' +
      '<row r="3"><c r="A3"><v>5.261040828E9</v></c><c r="B3" t="str"><f>A1&amp;"x"</f><v>A &lt;&amp;&gt; B</v></c></row>' +
      '<row r="4"><c r="A4"><v>123456</v></c><c r="C4"><f>1/0</f></c></row>'
    const table = tableOf(
      workbook({ Lista: sheetXml(rows, '<mergeCells><mergeCell ref="A5:A6"/></mergeCells>') }, [
        '<r><t>N</t></r><r><t xml:space="preserve">IP </t></r><rPh><t>obce</t></rPh>',
      ]),
    )
    expect(table.rows).toEqual([
      { line: 1, cells: ['NIP', 'Nazwa'] },
      { line: 3, cells: ['5261040828', 'A <&> B'] },
      { line: 4, cells: ['123456', '', ''] },
    ])
    expect(table.notes).toEqual(['formulas', 'formulas_empty', 'merged'])
  })

  it('reads the first visible sheet, or the requested one', () => {
    const one = (text: string) => sheetXml(`<row><c t="str"><v>${text}</v></c></row>`)
    const bytes = workbook({ 'Stare!': one('a'), Nowe: one('b'), Trzeci: one('c') })
    expect(tableOf(bytes)).toMatchObject({
      sheets: ['Stare!', 'Nowe', 'Trzeci'],
      hiddenSheets: ['Stare!'],
      sheet: 'Nowe',
      rows: [{ cells: ['b'] }],
    })
    expect(tableOf(bytes, 'Trzeci').rows[0]?.cells).toEqual(['c'])
  })

  it('understands prefixed elements', () => {
    const xml =
      '<x:worksheet xmlns:x="u"><x:sheetData><x:row r="1"><x:c r="B1"><x:v>7</x:v></x:c></x:row></x:sheetData></x:worksheet>'
    expect(tableOf(workbook({ A: xml })).rows).toEqual([{ line: 1, cells: ['', '7'] }])
  })

  it('reports a truncated, broken or empty workbook, and another archive', () => {
    const intact = workbook({ A: sheetXml('<row><c><v>1</v></c></row>') })
    expect(faultOf(intact.slice(0, intact.length / 2))).toBe('broken_workbook')
    expect(faultOf(workbook({ A: '<worksheet><sheetData><row>' }))).toBe('broken_workbook')
    expect(faultOf(zipSync({ 'a.txt': strToU8('hello') }))).toBe('archive')
    expect(faultOf(workbook({ A: sheetXml('') }))).toBe('empty')
  })

  it('never throws for a damaged byte', () => {
    const intact = workbook({ A: sheetXml('<row><c t="s"><v>0</v></c></row>') }, ['<t>x</t>'])
    fc.assert(
      fc.property(fc.nat(intact.length - 1), fc.nat(255), (at, byte) => {
        const bytes = Uint8Array.from(intact)
        bytes[at] = byte
        expect(typeof readBytes(bytes).ok).toBe('boolean')
      }),
    )
  })
})

describe('a file that is not a list', () => {
  it.each([
    ['empty', ''],
    ['empty', ' \r\n;;\n\t'],
    ['pdf', '%PDF-1.7 …'],
    ['html', '\n<html><body><table>'],
    ['binary', `\u0001\u0002\u0003${'x'.repeat(50)}`],
  ])('is reported as %s', (fault, text) => {
    expect(faultOf(strToU8(text))).toBe(fault)
  })

  it('is reported as an old Excel file, binary, or too big', () => {
    expect(faultOf(Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 1, 2))).toBe('old_excel')
    const png = Uint8Array.from({ length: 2000 }, (_, at) => [0x89, 0x50, 1, 2, 3, 0x1a][at % 6] ?? 0)
    expect(faultOf(png)).toBe('binary')
    expect(faultOf(new Uint8Array(40_000_001))).toBe('too_big')
  })
})

it('keeps the rows beyond the largest list separately', () => {
  const result = readText(Array.from({ length: MAX_ROWS + HEADER_ROWS + 2 }, (_, at) => `${at}`).join('\n'))
  expect(result.ok && [result.table.rows.length, result.table.rest.length]).toEqual([MAX_ROWS + HEADER_ROWS, 2])
})
