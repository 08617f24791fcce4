import { decodeText, detectEncoding } from '@/lib/client/read-table/decode-text'
import type { Encoding } from '@/lib/client/read-table/encodings'

/** Beyond byte order mark and blanks. */
const FIRST_SIGN = 200

/** Whether a file is JSON, by how it begins. */
export function looksLikeJson(bytes: Uint8Array, encoding: Encoding = detectEncoding(bytes)): boolean {
  const start = decodeText(bytes.subarray(0, FIRST_SIGN), encoding).replace(/^\uFEFF/, '')
  // `[` alone begins a line of other lists too.
  return /^\s*(?:\{|\[\s*(?:[{["\]\d]|$))/.test(start)
}
