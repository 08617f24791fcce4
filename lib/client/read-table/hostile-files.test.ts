import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'

import { readBytes } from './read-source'
import { MAX_ROWS } from './source-table'

const RELATIONS = '<Relationships><Relationship Id="r1" Target="s.xml"/></Relationships>'
const BOOK = '<workbook><sheets><sheet name="A" r:id="r1"/></sheets></workbook>'
type Parts = { sheet?: string; shared?: string; book?: string; relations?: string }

const workbook = ({
  sheet = '<worksheet></worksheet>',
  shared = '<sst/>',
  book = BOOK,
  relations = RELATIONS,
}: Parts) =>
  zipSync({
    'xl/workbook.xml': strToU8(book),
    'xl/_rels/workbook.xml.rels': strToU8(relations),
    'xl/sharedStrings.xml': strToU8(shared),
    'xl/s.xml': strToU8(sheet),
  })
const inSheet = (rows: string) => workbook({ sheet: `<worksheet><sheetData>${rows}</sheetData></worksheet>` })
const inCell = (content: string) => inSheet(`<row><c t="str">${content}</c></row>`)

const MANY = 400_000
/** Short files that must be read quickly: an algorithm that rescans the same text takes minutes for each of these. */
const shapes: Record<string, () => Uint8Array> = {
  'unclosed rows': () => inSheet('<row>'.repeat(MANY)),
  'unclosed rows before one closed row': () => inSheet(`${'<row>'.repeat(MANY)}</row>`),
  'rows that end in the middle': () => inSheet('<row '.repeat(MANY)),
  'unclosed cells': () => inSheet(`<row>${'<c>'.repeat(MANY)}</row>`),
  'unclosed values': () => inCell('<v>'.repeat(MANY)),
  'unclosed formulas': () => inCell(`${'<f>'.repeat(MANY)}<v>1</v>`),
  'unclosed texts': () => inSheet(`<row><c t="inlineStr"><is>${'<t>'.repeat(MANY)}</is></c></row>`),
  'unclosed phonetic readings': () => workbook({ shared: `<sst><si>${'<rPh>'.repeat(MANY)}</si></sst>` }),
  'unclosed shared texts': () => workbook({ shared: `<sst>${'<si>'.repeat(MANY)}</sst>` }),
  'empty shared texts': () => workbook({ shared: `<sst>${'<si/>'.repeat(MANY)}</sst>` }),
  'prefixes without a name': () => inSheet('<a:'.repeat(MANY)),
  'a prefix without an end': () => inSheet(`<${'a'.repeat(MANY)}`),
  'attributes without an end': () => inSheet(`<row ${'r="'.repeat(MANY)}></row>`),
  'blanks in an attribute': () => inSheet(`<row r${' '.repeat(MANY)}><c r${' '.repeat(MANY)}/></row>`),
  'a number of a column without an end': () => inSheet(`<row><c r="${'A'.repeat(MANY)}1"><v>1</v></c></row>`),
  'entities without an end': () => inCell(`<v>${'&#x'.repeat(MANY)}</v>`),
  'entities of invalid characters': () => inCell(`<v>${'&#x110000;&#99999999999;'.repeat(MANY / 4)}</v>`),
  'entities that name one another': () =>
    inCell(`<!DOCTYPE a [<!ENTITY b "${'&c;'.repeat(99)}">]><v>${'&b;'.repeat(MANY)}</v>`),
  'elements in elements': () => inSheet(`<row>${'<c>'.repeat(MANY)}${'</c>'.repeat(MANY)}</row>`),
  'merged cells without an end': () => inSheet('<mergeCell'.repeat(MANY)),
  'ends of a sheet': () => workbook({ sheet: `${'</worksheet> '.repeat(MANY)}x` }),
  'unclosed sheets': () => workbook({ book: `<workbook>${'<sheet name="A" r:id="r1">'.repeat(MANY)}` }),
  'unclosed relations': () => workbook({ relations: '<Relationship Id="r1">'.repeat(MANY) }),
  'unclosed quotes': () => strToU8(`nip;"${'x"'.repeat(MANY)}`),
  'quotes at the beginning of every cell': () => strToU8('"a,'.repeat(MANY)),
  'quotes in quotes': () => strToU8(`${'"'.repeat(MANY)}\n${'"",'.repeat(MANY)}`),
  'quotes over many lines': () => strToU8('"a\n'.repeat(MANY)),
  'only blanks': () => strToU8(`1${' '.repeat(MANY)}2;${'\u00A0'.repeat(MANY)}`),
  'only line ends': () => strToU8('\r'.repeat(MANY)),
  'separators of every kind': () => strToU8(';,|\t'.repeat(MANY / 4)),
}

describe('a file that is made to keep the reader busy', () => {
  it.each(Object.keys(shapes))('%s', (name) => {
    const bytes = shapes[name]?.() ?? new Uint8Array()
    const startedAt = performance.now()
    const { ok } = readBytes(bytes)
    expect(typeof ok).toBe('boolean')
    // Hundreds of times the usual duration; a quadratic algorithm takes a minute.
    expect(performance.now() - startedAt).toBeLessThan(3000)
  })
})

const faultOf = (bytes: Uint8Array) => {
  const result = readBytes(bytes)
  return result.ok ? undefined : result.fault
}

describe('a workbook that is small only while compressed', () => {
  const rows = (count: number) => `<row><c><v>5261040828</v></c></row>`.repeat(count)

  it('is not unpacked beyond a hundred times its size', () => {
    const bytes = inSheet(rows(1_000_000))
    expect(bytes.length).toBeLessThan(340_000)
    expect(faultOf(bytes)).toBe('unpacks_too_far')
    expect(faultOf(workbook({ shared: ' '.repeat(20_000_000) }))).toBe('unpacks_too_far')
    expect(faultOf(workbook({ book: BOOK + ' '.repeat(20_000_000) }))).toBe('unpacks_too_far')
    // Compressing them takes longer than refusing them.
  }, 20_000)

  it('is unpacked when it is a regular list', () => {
    expect(faultOf(inSheet(rows(MAX_ROWS)))).toBeUndefined()
  })

  it('is refused when its declared size is wrong', () => {
    const bytes = inSheet(rows(1000))
    // The directory at the end declares one byte for every entry.
    const view = new DataView(bytes.buffer)
    for (let at = 0; at + 28 < bytes.length; at += 1)
      if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 1, true)
    expect(faultOf(bytes)).toMatch(/archive|broken_workbook/)
  })
})

/** A sheet with one row and one cell, each written once and declared as repeated many times. */
const repeating = (rows: number, columns: number) =>
  zipSync({
    'content.xml': strToU8(
      `<d><spreadsheet><table name="A"><table-row number-rows-repeated="${rows}"><table-cell value-type="float" value="5" number-columns-repeated="${columns}"><p>5</p></table-cell></table-row></table></spreadsheet></d>`,
    ),
  })

it.each([
  [1_048_576, 16_384],
  [2 ** 40, 1],
])('a sheet of ODS that repeats its cells %i times in rows of %i is refused at once', (rows, columns) => {
  const startedAt = performance.now()
  expect(faultOf(repeating(rows, columns))).toMatch(/too_wide/)
  expect(performance.now() - startedAt).toBeLessThan(3000)
})

describe('a file larger than any list', () => {
  it.each([
    ['columns of a text', () => strToU8(`${'a;'.repeat(2000)}\n${'b;'.repeat(2000)}`)],
    ['separators on one line', () => strToU8(';'.repeat(30_000_000))],
    ['numbers in rows of numbers', () => strToU8(`${'5261040828,'.repeat(70_000)}\n5261040828`)],
    ['sheets', () => workbook({ book: `<workbook>${'<sheet name="A" r:id="r1"/>'.repeat(1001)}</workbook>` })],
  ] as const)('is refused for %s', (_what, bytes) => {
    expect(faultOf(bytes())).toBe('too_wide')
  })

  it.each([
    ['40 MB of one line', () => strToU8('5'.repeat(39_000_000))],
    ['a cell longer than any', () => inCell(`<v>${'5 '.repeat(100_000)}</v>`)],
  ] as const)('is refused for %s', (_what, bytes) => {
    expect(faultOf(bytes())).toBe('too_wide')
  })

  it('a pasted line of numbers becomes as many rows', () => {
    const result = readBytes(strToU8('5261040828,'.repeat(5000)))
    expect(result.ok && result.table.rows.length).toBe(5000)
  })
})
