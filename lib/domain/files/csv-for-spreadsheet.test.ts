import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { parseCsv } from '@/lib/testing/parse-csv'

import { csvLine } from './csv'
import { csvForSpreadsheet } from './csv-for-spreadsheet'

async function convert(text: string, size = 7): Promise<string> {
  const bytes = new TextEncoder().encode(text)
  async function* parts() {
    for (let at = 0; at < bytes.length; at += size) yield await Promise.resolve(bytes.slice(at, at + size))
  }
  const output: number[] = []
  for await (const part of csvForSpreadsheet(parts())) output.push(...part)
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(new Uint8Array(output))
}

// Case F04 of lib/testing/cases/README.md
describe('a CSV report for a spreadsheet', () => {
  it('has a byte order mark and semicolons, and the same texts', async () => {
    const text = 'nazwa,miasto\r\n"Spółka ""Żuk"", s.c.",Łódź\r\n"a;b","dwa\nwiersze"\r\n'
    expect(await convert(text)).toBe('\uFEFFnazwa;miasto\r\n"Spółka ""Żuk"", s.c.";Łódź\r\n"a;b";"dwa\nwiersze"\r\n')
  })

  it('disables formulas, and accepts a file without a last line break or with a byte order mark', async () => {
    expect(await convert('\uFEFFa,=1+1\n-5,')).toBe("\uFEFFa;'=1+1\r\n-5;")
    expect(await convert('')).toBe('\uFEFF')
  })

  it('keeps every cell of any table, wherever the bytes are split', async () => {
    const cell = fc
      .string({ unit: 'grapheme', maxLength: 8 })
      .filter((text) => !/^[=+\-@\t\r\n＝＋－＠]|\r$/.test(text))
    const table = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(table, fc.integer({ min: 1, max: 9 }), async (rows, size) => {
        const text = rows.map((row) => csvLine([...row])).join('')
        const expected = rows.map((row) => csvLine([...row], { separator: ';', decimal: '.' })).join('')
        expect(await convert(text, size)).toBe(`\uFEFF${expected}`)
        expect(parseCsv(text)).toHaveLength(rows.length)
      }),
    )
  })
})
