import { decodeText, detectEncoding } from '@/lib/client/read-table/decode-text'
import type { Encoding } from '@/lib/client/read-table/encodings'

/** The number of bytes in which the first character is searched, after a byte order mark and blanks. */
const SEARCHED_BYTES = 200

/** Whether a file is JSON, judged by its beginning. */
export function looksLikeJson(bytes: Uint8Array, encoding: Encoding = detectEncoding(bytes)): boolean {
  const start = decodeText(bytes.subarray(0, SEARCHED_BYTES), encoding).replace(/^\uFEFF/, '')
  // A line that begins with `[` may also belong to a plain list.
  return /^\s*(?:\{|\[\s*(?:[{["\]\d]|$))/.test(start)
}
