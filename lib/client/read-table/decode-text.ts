import { type Encoding, type OneByteEncoding, oneByteEncodings } from './encodings'
import { BYTES, POLISH } from './polish-bytes'
import type { SourceNote } from './source-table'

const MAX_RANGES = 5

/** The first line numbers, as `5–8, 12`. */
function listLines(lines: readonly number[]): string {
  const ranges: [number, number][] = []
  for (const line of lines) {
    const last = ranges.at(-1)
    if (last?.[1] === line - 1) last[1] = line
    else ranges.push([line, line])
  }
  const texts = ranges.slice(0, MAX_RANGES).map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`))
  return texts.join(', ') + (ranges.length > MAX_RANGES ? ' …' : '')
}

const MARKS: readonly (readonly [readonly number[], Encoding])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
]
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

const isLetter = (byte = 0): boolean => byte > 127 || (byte > 64 && byte < 91) || (byte > 96 && byte < 123)

/**
 * Counts each byte above ASCII next to a letter. Others are left out, because quotes, dashes and blanks of one code
 * page are letters of another.
 */
function countHigh(bytes: Uint8Array): number[] {
  const counts = Array.from({ length: 256 }, () => 0)
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    if (byte > 127 && (isLetter(bytes[at - 1]) || isLetter(bytes[at + 1]))) counts[byte] = (counts[byte] ?? 0) + 1
  }
  return counts
}

/** The single-byte encoding in which most bytes are Polish letters; the first one on a tie. */
function oneByteOf(bytes: Uint8Array): OneByteEncoding {
  const counts = countHigh(bytes)
  const scoreOf = (encoding: OneByteEncoding) =>
    counts.reduce((sum, count, byte) => sum + (POLISH[encoding].has(byte) ? count : 0), 0)
  return oneByteEncodings.reduce((best, each) => (scoreOf(each) > scoreOf(best) ? each : best))
}

/** Detects by byte order mark, then by validity, then by Polish letters. */
export function detectEncoding(bytes: Uint8Array): Encoding {
  const marked = MARKS.find(([mark]) => mark.every((byte, index) => bytes[index] === byte))
  if (marked) return marked[1]
  const wide = utf16Of(bytes)
  if (wide) return wide
  return isUtf8(bytes) ? 'utf-8' : oneByteOf(bytes)
}

/** Never fails: an invalid byte becomes the replacement character, and its row is validated like any other. */
export function decodeText(bytes: Uint8Array, encoding: Encoding): string {
  const codePage = encoding in BYTES ? BYTES[encoding as keyof typeof BYTES] : undefined
  if (codePage === undefined) return new TextDecoder(encoding).decode(bytes)
  // In Latin-1 every byte becomes the character of the same number.
  return latin1(bytes).replace(/[\u0080-\u00FF]/g, (letter) => codePage[letter.charCodeAt(0) - 128] ?? '\uFFFD')
}

/** `TextDecoder` treats `latin1` as windows-1252. */
function latin1(bytes: Uint8Array): string {
  const parts: string[] = []
  for (let at = 0; at < bytes.length; at += 8192) parts.push(String.fromCharCode(...bytes.subarray(at, at + 8192)))
  return parts.join('')
}

export interface DecodedText {
  readonly text: string
  readonly encoding: Encoding
  readonly notes: readonly SourceNote[]
}

/** Splits bytes into lines: in every supported encoding except UTF-16 a line feed is a single byte. */
function* linesOf(bytes: Uint8Array): Generator<Uint8Array, void> {
  let start = 0
  while (start < bytes.length) {
    const feed = bytes.indexOf(10, start)
    const end = feed === -1 ? bytes.length : feed + 1
    yield bytes.subarray(start, end)
    start = end
  }
}

const isAscii = (bytes: Uint8Array): boolean => bytes.every((byte) => byte < 128)

/** Whether it may contain a Polish letter in UTF-8, whose two bytes rarely follow one another in another encoding. */
function mayHoldUtf8(bytes: Uint8Array): boolean {
  for (let at = 0; at + 1 < bytes.length; at += 1) {
    const [byte = 0, next = 0] = [bytes[at], bytes[at + 1]]
    if (byte >= 0xc3 && byte <= 0xc5 && next >= 0x80 && next <= 0xbf) return true
  }
  return false
}

/** Decodes a file with lines of different encodings line by line; undefined when all lines have the same encoding. */
function decodeMixed(bytes: Uint8Array): DecodedText | undefined {
  if (!mayHoldUtf8(bytes)) return undefined
  const lines = [...linesOf(bytes)]
  const high = lines.map((line) => (isAscii(line) ? undefined : isUtf8(line)))
  if (!high.includes(true) || !high.includes(false)) return undefined
  const others = lines.flatMap((_, at) => (high[at] === false ? [at + 1] : []))
  // A single valid two-byte sequence may be chance, so one line has to contain Polish letters in UTF-8.
  const isReal = lines.some((line, at) => high[at] === true && hasPolish(new TextDecoder().decode(line)))
  if (!isReal) return undefined
  const rest = oneByteOf(bytesOf(lines.filter((_, at) => high[at] === false)))
  const text = lines.map((line, at) => decodeText(line, high[at] === false ? rest : 'utf-8')).join('')
  return {
    text,
    encoding: 'utf-8',
    notes: [{ note: 'mixed_encodings', count: others.length, where: listLines(others) }],
  }
}

function bytesOf(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

const hasPolish = (text: string): boolean => /[ąćęłńóśźżĄĆĘŁŃÓŚŹŻ]/.test(text)

/** Letters that were garbled before the file was written, and undecodable bytes. */
const DAMAGED =
  /\uFFFD|[ĂÃÄÅĹ][\u0080-\u00BFĄąĽľŁłŞşŤťŹźŻż‚„…†‡‰‹ŚŠŽ‘’“”•–—™›śšžˇ˘˙˛€]|â€|ď»ż|ï»¿|(?:^|[\s;,"])\p{L}{1,30}\?\p{Ll}/mu
/** Characters that appear within words when a code page is mistaken for another. */
const STRANGE = /\p{L}[¢¤¥§©«¬®°±¶·»˘˝ˇ¸˛†‡¦]+\p{L}|[\u0080-\u009F]/u

function suspicionNotes(text: string): SourceNote[] {
  if (!DAMAGED.test(text) && !STRANGE.test(text)) return []
  const lines = text.split(/\r\n?|\n/).flatMap((line, at) => (DAMAGED.test(line) || STRANGE.test(line) ? [at + 1] : []))
  return [{ note: 'doubtful_letters', count: lines.length, where: listLines(lines) }]
}

/** Decodes a file with the chosen encoding or the detected one. Suspicious content is noted. */
export function readEncoded(bytes: Uint8Array, chosen?: Encoding): DecodedText {
  const encoding = chosen ?? detectEncoding(bytes)
  const isOneByte = oneByteEncodings.some((each) => each === encoding)
  const mixed = chosen === undefined && isOneByte ? decodeMixed(bytes) : undefined
  if (mixed !== undefined) return mixed
  const text = decodeText(bytes, encoding)
  return { text, encoding, notes: suspicionNotes(text) }
}
