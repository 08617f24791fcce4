import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { readDelimited } from './read-delimited'

const cellsOf = (text: string) => readDelimited(text).rows.map(({ cells }) => cells)

describe('separators', () => {
  it.each([
    ['a;b\nc;d', ';'],
    ['a,b\nc,d', ','],
    ['a\tb\nc\td', '\t'],
    ['a|b\nc|d', '|'],
    ['1;Kowalski, Jan\n2;Nowak, Anna', ';'],
    ['1\tKowalski; Jan, syn\n2\tx', '\t'],
    ['1,"x; y"\n2,"z; ""a"", b"', ','],
    ['sep=,\n1,x;y\n2,z', ','],
  ])('detects the separator of %j', (text, separator) => {
    expect(readDelimited(text).separator).toBe(separator)
  })

  it('may change from line to line in a pasted list', () => {
    expect(cellsOf('1;a\n2,b\n3\tc\n4;d\n5;e')).toEqual([
      ['1', 'a'],
      ['2', 'b'],
      ['3', 'c'],
      ['4', 'd'],
      ['5', 'e'],
    ])
  })
})

describe('malformed text', () => {
  it('numbers rows like a spreadsheet, whatever the line ends, and skips blank rows', () => {
    const { rows, notes } = readDelimited('a;1\r\n\r\nb;2\n;\rc;"3\n4"\nd;5')
    expect(rows).toEqual([
      { line: 1, cells: ['a', '1'] },
      { line: 3, cells: ['b', '2'] },
      { line: 5, cells: ['c', '3 4'] },
      { line: 6, cells: ['d', '5'] },
    ])
    expect(notes).toEqual(['mixed_line_ends'])
    // Excel does not show the line that names the separator as a row.
    expect(readDelimited('sep=;\r\na;1').rows[0]?.line).toBe(1)
  })

  it('limits an unclosed quote to its own row', () => {
    const { rows, notes } = readDelimited('1;"open\n2;"whole; cell"\n3;"inner "quote" here"\n4;x')
    expect(rows.map(({ cells }) => cells)).toEqual([
      ['1', '"open'],
      ['2', 'whole; cell'],
      ['3', 'inner "quote" here'],
      ['4', 'x'],
    ])
    expect(notes).toEqual(['stray_quotes'])
  })

  it('drops NUL characters and notes it', () => {
    expect(readDelimited('1\0;a\n2;b\0')).toMatchObject({
      rows: [{ cells: ['1', 'a'] }, { cells: ['2', 'b'] }],
      notes: ['nul'],
    })
  })
})

const cell = fc
  .string({ unit: fc.constantFrom('a', 'ż', '1', '"', ';', ' ', ',', '\n', '|'), maxLength: 8 })
  .map((text) => text.replace(/\s+/g, ' ').trim())
const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 8 })

it('restores every table that was written with quotes', () => {
  fc.assert(
    fc.property(table, fc.constantFrom('\n', '\r\n', '\r'), (rows, end) => {
      const csv = rows.map((cells) => cells.map((text) => `"${text.replaceAll('"', '""')}"`).join(';')).join(end)
      const nonBlank = rows.filter((cells) => cells.some((text) => text !== ''))
      expect(cellsOf(`sep=;${end}${csv}`)).toEqual(nonBlank)
    }),
  )
})

it('accepts any text, and loses no digit', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('1', '2', '"', "'", ';', ' ', ',', '\t', '\n', '\r', '|', '\0', '=') }),
      (text) => {
        const digits = (value: string) => value.replace(/[^12]/g, '')
        expect(digits(cellsOf(`x${text}`).flat().join(''))).toBe(digits(text))
      },
    ),
  )
})

it('reads a text with many unclosed quotes completely', () => {
  const text = Array.from({ length: 20_000 }, (_, index) => `${index};"open`).join('\n')
  expect(readDelimited(text).rows).toHaveLength(20_000)
})
