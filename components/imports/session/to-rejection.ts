import type { Rejection } from '../job/import-api'
import type { CheckedRow } from '../judge/checked-row'

/** Placeholders in the texts that the page passes to the worker: the country of a row, and the line that it repeats. */
export const COUNTRY_PLACEHOLDER = '%country%'
export const LINE_PLACEHOLDER = '%line%'

const MAX_TEXT = 1000
const MAX_REASON = 500

/** A PESEL without its leading zero is still a personal number. */
function typeOf({ verdict }: CheckedRow): string {
  if (verdict.kind === 'ambiguous') return verdict.question.about === 'zero' ? 'pesel' : 'other'
  return verdict.type ?? 'other'
}

export const toRejection = (row: CheckedRow, place: number, reason: string): Rejection => ({
  place,
  line: row.line,
  kind: row.verdict.kind === 'repeated' ? 'repeated' : 'refused',
  type: typeOf(row),
  identifier: (row.verdict.kind === 'repeated' ? row.verdict.value : row.identifier).slice(0, MAX_TEXT),
  label: row.label.slice(0, MAX_TEXT),
  reason: reason.slice(0, MAX_REASON),
})

/** Returns the hash in hexadecimal; null if the page is not served over HTTPS, where browsers offer no hashing. */
export async function sha256Of(bytes: ArrayBuffer): Promise<string | null> {
  // Undefined on a page without HTTPS, despite its type.
  const { subtle } = crypto as { subtle?: SubtleCrypto }
  if (subtle === undefined) return null
  const hash = new Uint8Array(await subtle.digest('SHA-256', bytes))
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
