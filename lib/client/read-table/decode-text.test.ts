import * as fc from 'fast-check'
import { expect, it } from 'vitest'

import { decodeText, detectEncoding } from './decode-text'

const polish = 'NIP;Nazwa\n5261040828;Żółć i Gęśl sp. z o.o. w Łodzi\n'
/** Polish letters in the two legacy encodings. */
const WINDOWS: Record<string, number> = {
  Ż: 0xaf,
  ó: 0xf3,
  ł: 0xb3,
  ć: 0xe6,
  ę: 0xea,
  ś: 0x9c,
  Ł: 0xa3,
  ź: 0x9f,
  ą: 0xb9,
}
const ISO: Record<string, number> = { ...WINDOWS, ś: 0xb6, ź: 0xbc, ą: 0xb1 }
const oneByte = (text: string, table: Record<string, number>) =>
  Uint8Array.from(text, (letter) => table[letter] ?? letter.charCodeAt(0))
const wide = (text: string, isLittle: boolean) => {
  const bytes = new Uint8Array(text.length * 2)
  const view = new DataView(bytes.buffer)
  for (let at = 0; at < text.length; at += 1) view.setUint16(at * 2, text.charCodeAt(at), isLittle)
  return bytes
}

it.each([
  ['utf-8', new TextEncoder().encode(polish)],
  ['utf-8', new TextEncoder().encode(`\uFEFF${polish}`)],
  ['windows-1250', oneByte(polish, WINDOWS)],
  ['iso-8859-2', oneByte(polish, ISO)],
  ['utf-16le', wide(`\uFEFF${polish}`, true)],
  ['utf-16be', wide(`\uFEFF${polish}`, false)],
  ['utf-16le', wide(polish, true)],
  ['utf-16be', wide(polish, false)],
] as const)('detects %s with and without a byte order mark', (encoding, bytes) => {
  expect(detectEncoding(bytes)).toBe(encoding)
  expect(decodeText(bytes, encoding)).toBe(polish)
})

it('decodes any text that was encoded in UTF-8', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (text) => {
      fc.pre(!text.includes('\0') && !text.startsWith('\uFEFF'))
      const bytes = new TextEncoder().encode(text)
      expect(decodeText(bytes, detectEncoding(bytes))).toBe(text)
    }),
  )
})

it('never throws for arbitrary bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      expect(typeof decodeText(bytes, detectEncoding(bytes))).toBe('string')
    }),
  )
})
