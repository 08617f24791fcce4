import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { csvLine } from './csv'

/** A minimal RFC 4180 reader of one record. */
const read = (line: string): string[] =>
  [...`,${line.slice(0, -2)}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^",]*))/g)].map(
    ([, quoted, unquoted]) => quoted?.replaceAll('""', '"') ?? unquoted ?? '',
  )

describe('csvLine', () => {
  it('quotes what needs quotes and ends with CRLF', () => {
    expect(csvLine(['a', 'b,c', 'say "hi"', 'two\nlines', 'x;y', null, undefined, true])).toBe(
      'a,"b,c","say ""hi""","two\nlines","x;y",,,true\r\n',
    )
  })

  it('writes a decimal comma for a Polish spreadsheet', () => {
    expect(csvLine([1.5, -2, 'a'], { separator: ';', decimal: ',' })).toBe('"1,5";-2;a\r\n')
  })

  it.each(['=1+1', '+48 STUDIO', '-cmd', '@HOME', '\tx', '\rx', '＝1+1'])('neutralises %j', (cell) => {
    expect(read(csvLine([cell]))[0]).toBe(`'${cell}`)
  })

  it.each(['-12', '+48', '-1,5', '3.25'])('leaves the number %j unchanged', (cell) => {
    expect(read(csvLine([cell]))[0]).toBe(cell)
  })

  it('loses nothing and never contains a formula', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1 }), (cells) => {
        const parsed = read(csvLine(cells))
        expect(parsed.map((cell, index) => (cell === cells[index] ? cell : cell.slice(1)))).toEqual(cells)
        for (const cell of parsed) expect(/^[=@\t\r]/.test(cell)).toBe(false)
      }),
    )
  })
})
