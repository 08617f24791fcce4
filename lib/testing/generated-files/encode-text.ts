import { decodeText } from '@/lib/client/read-table/decode-text'
import type { Encoding } from '@/lib/client/read-table/encodings'

export type GeneratedEncoding = Exclude<Encoding, 'utf-16le' | 'utf-16be'> | 'utf-8 mark' | 'utf-16'

/** Encodes a text in a single-byte encoding; a missing letter becomes a question mark. */
function oneByte(text: string, encoding: Encoding): Uint8Array {
  const letters = Array.from({ length: 256 }, (_, byte) => decodeText(Uint8Array.of(byte), encoding))
  return Uint8Array.from(text, (letter) => {
    const byte = letter.charCodeAt(0) < 128 ? letter.charCodeAt(0) : letters.indexOf(letter)
    return byte === -1 ? 63 : byte
  })
}

/** A text in that encoding, with the byte order mark that programs write. */
export function encodeText(text: string, encoding: GeneratedEncoding): Uint8Array {
  switch (encoding) {
    case 'utf-8':
      return new TextEncoder().encode(text)
    case 'utf-8 mark':
      return new TextEncoder().encode(`\uFEFF${text}`)
    case 'utf-16':
      return new Uint8Array(Uint16Array.from(`\uFEFF${text}`, (letter) => letter.charCodeAt(0)).buffer)
    default:
      return oneByte(text, encoding)
  }
}

/** The text that remains after encoding, with missing letters replaced. */
export function writtenText(text: string, encoding: GeneratedEncoding): string {
  if (encoding === 'utf-8' || encoding === 'utf-8 mark' || encoding === 'utf-16') return text
  return decodeText(oneByte(text, encoding), encoding)
}
