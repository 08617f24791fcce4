import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { csvLine } from '@/lib/domain/files/csv'

import { parseCsvRow, parseHeader, parseJsonRow } from './read-rows'
import { csvCutter, type RawRow, UnreadableReport, jsonCutter, MAX_ROW_BYTES, type RowCutter } from './row-cutter'

/** Feeds the bytes in pieces, cut at arbitrary positions. */
function cutAll(cutter: RowCutter, text: string | Uint8Array, cuts: readonly number[] = []): RawRow[] {
  const bytes = Buffer.from(text)
  const boundaries = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).toSorted((a, b) => a - b), bytes.length]
  const pieces = boundaries.slice(1).map((end, index) => bytes.subarray(boundaries[index], end))
  return [...pieces.flatMap((piece) => cutter.push(new Uint8Array(piece))), ...cutter.end()]
}

const cuts = fc.array(fc.nat(100_000), { maxLength: 12 })
const cell = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.constantFrom('', '"', '""', ',', '\r\n', '\n', '=1+1', '-5', "'=1", 'zażółć', '[', '{"a":[1,"}"]}', '\\', '\\"'),
)
const isPlain = (text: string) => !/^[[{]/.test(text)

const fieldsOf = (rows: readonly RawRow[], parse: (row: RawRow) => ReturnType<typeof parseJsonRow>) =>
  rows.map((row) => {
    const parsed = parse(row)
    return 'fields' in parsed ? parsed.fields : parsed.fault
  })

describe('a CSV in chunks', () => {
  it('gives the same rows however it is split', () => {
    const records = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(records, cuts, (rows, cutPositions) => {
        const text = [['a', 'b', 'c'], ...rows].map((row) => csvLine(row)).join('')
        const [head, ...cut] = cutAll(csvCutter(), text, cutPositions)
        const names = head ? parseHeader(head) : []
        expect(names).toEqual(['a', 'b', 'c'])
        const read = fieldsOf(cut, (row) => parseCsvRow(row, names))
        expect(read).toHaveLength(rows.length)
        for (const [index, row] of rows.entries()) {
          // An apostrophe in the data before a formula cannot be distinguished from the one that the export adds.
          const wanted = row.map((each) => (/^'[=+\-@]/.test(each) ? each.slice(1) : each))
          const values = Object.values(read[index] ?? {})
          expect(values.filter((_, column) => isPlain(row[column] ?? ''))).toEqual(wanted.filter(isPlain))
        }
      }),
    )
  })

  it('can be read again from the offset of each row', () => {
    const text = `${csvLine(['a'])}${csvLine(['x "y"\n'])}${csvLine(['ż'])}${csvLine(['z'])}`
    const rows = cutAll(csvCutter(), text, [9])
    for (const [index, { at }] of rows.entries()) {
      const rest = cutAll(csvCutter(at), Buffer.from(text).subarray(at))
      expect(rest.map((row) => row.at)).toEqual(rows.slice(index).map((row) => row.at))
      expect(rest.map((row) => Buffer.from(row.bytes ?? []).toString())).toEqual(
        rows.slice(index).map((row) => Buffer.from(row.bytes ?? []).toString()),
      )
    }
  })

  it('accepts a last row without a line end, and a byte order mark', () => {
    const [head, row] = cutAll(csvCutter(), '\uFEFFa,a\n1,2')
    expect(head && parseHeader(head)).toEqual(['a', 'a (2)'])
    expect(row && parseCsvRow(row, ['a', 'b'])).toEqual({ fields: { a: '1', b: '2' } })
  })

  it('reports a row with too many cells, and fills a row with too few', () => {
    const [many, few] = cutAll(csvCutter(), '1,2,3\r\n1\r\n')
    expect(many && parseCsvRow(many, ['a', 'b'])).toEqual({ fault: 'cells' })
    expect(few && parseCsvRow(few, ['a', 'b'])).toEqual({ fields: { a: '1', b: null } })
  })

  it('loses only one row to an unclosed quote', () => {
    const long = `"${'x'.repeat(MAX_ROW_BYTES)}`
    const rows = cutAll(csvCutter(), `a\r\n${long}\r\n1\r\n`, [500, 700_000, MAX_ROW_BYTES + 5])
    expect(rows.map((row) => row.bytes?.length)).toEqual([2, undefined, 2])
    expect(() => cutAll(csvCutter(), 'a\r\n"b')).toThrow(UnreadableReport)
  })
})

describe('a JSON list in chunks', () => {
  it('gives the same rows however it is split', () => {
    const value = fc.dictionary(fc.string(), fc.oneof(cell, fc.jsonValue({ maxDepth: 3 })))
    fc.assert(
      fc.property(fc.array(value, { maxLength: 8 }), cuts, fc.boolean(), (rows, cutPositions, isSpaced) => {
        const text = isSpaced
          ? JSON.stringify(rows, null, 2)
          : `[${rows.map((row) => JSON.stringify(row)).join(',\n')}]\n`
        expect(fieldsOf(cutAll(jsonCutter(), text, cutPositions), parseJsonRow)).toEqual(JSON.parse(text))
      }),
    )
  })

  it('can be read again from the offset of each row', () => {
    const text = '[\n{"a":"],["},\n{"b":[1,{}]} , {"c":null}\n]\n'
    const rows = cutAll(jsonCutter(), text, [3, 17])
    expect(rows).toHaveLength(3)
    for (const [index, { at }] of rows.entries()) {
      const rest = cutAll(jsonCutter(at), Buffer.from(text).subarray(at))
      expect(rest.map(parseJsonRow)).toEqual(rows.slice(index).map(parseJsonRow))
      expect(rest.map((row) => row.at)).toEqual(rows.slice(index).map((row) => row.at))
    }
  })

  it.each([
    ['[]', []],
    [' \n[ ]', []],
    ['[1, "a", null, [1], {"a":1}]', ['not_an_object', 'not_an_object', 'not_an_object', 'not_an_object', { a: 1 }]],
    ['[{"a":}, {"a":1}]', ['unreadable', { a: 1 }]],
    [`[{"a":"${'x'.repeat(MAX_ROW_BYTES)}"},{"a":1}]`, ['too_long', { a: 1 }]],
  ])('reads the rows of %.30s', (text, rows) => {
    expect(fieldsOf(cutAll(jsonCutter(), text, [1, 40_000]), parseJsonRow)).toEqual(rows)
  })

  it.each([
    ['', 'not_rows'],
    ['{"items":[]}', 'not_rows'],
    ['<!doctype html>', 'not_rows'],
    ['[{"a":1},', 'cut'],
    ['[{"a":1}', 'cut'],
    ['[{"a":"1', 'cut'],
  ])('throws for input that is not a complete list: %s', (text, reason) => {
    expect(() => cutAll(jsonCutter(), text)).toThrow(expect.objectContaining({ reason }))
  })
})
