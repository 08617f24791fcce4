/** What Polish spreadsheets and accounting programs write lists in. */
export const encodings = ['utf-8', 'windows-1250', 'iso-8859-2', 'utf-16le', 'utf-16be'] as const
export type Encoding = (typeof encodings)[number]

const MARKS: readonly (readonly [readonly number[], Encoding])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
]
/** Bytes of ą Ą ś Ś ź Ź: the letters that windows-1250 and ISO 8859-2 write differently. */
const WINDOWS = new Set([0xb9, 0xa5, 0x9c, 0x8c, 0x9f, 0x8f])
const ISO = new Set([0xb1, 0xa1, 0xb6, 0xa6, 0xbc, 0xac])
const SAMPLE = 4096

/** Plain ASCII in UTF-16 has a NUL in every other byte. */
function utf16Of(bytes: Uint8Array): Encoding | undefined {
  const sample = bytes.subarray(0, SAMPLE)
  const nuls = [0, 0]
  for (const [index, byte] of sample.entries()) if (byte === 0) nuls[index % 2] = (nuls[index % 2] ?? 0) + 1
  const [even = 0, odd = 0] = nuls
  const half = sample.length / 2
  if (odd > half * 0.6 && even < half * 0.1) return 'utf-16le'
  return even > half * 0.6 && odd < half * 0.1 ? 'utf-16be' : undefined
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

function count(bytes: Uint8Array, wanted: ReadonlySet<number>): number {
  let found = 0
  for (const byte of bytes) if (wanted.has(byte)) found += 1
  return found
}

/** By byte order mark, then by what the bytes can be at all, then by which Polish letters stand in them. */
export function detectEncoding(bytes: Uint8Array): Encoding {
  const marked = MARKS.find(([mark]) => mark.every((byte, index) => bytes[index] === byte))
  if (marked) return marked[1]
  const wide = utf16Of(bytes)
  if (wide) return wide
  if (isUtf8(bytes)) return 'utf-8'
  return count(bytes, ISO) > count(bytes, WINDOWS) ? 'iso-8859-2' : 'windows-1250'
}

/** Never fails: a byte that means nothing becomes the replacement character, and its row is judged like any other. */
export const decodeText = (bytes: Uint8Array, encoding: Encoding): string => new TextDecoder(encoding).decode(bytes)
