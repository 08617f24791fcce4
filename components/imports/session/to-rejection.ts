import type { Rejection } from '../job/import-api'
import type { CheckedRow } from '../judge/checked-row'

/** Stand for the country of a row, and for the row that it repeats, in the sentences that the page gives to the worker. */
export const COUNTRY_PLACE = '%country%'
export const LINE_PLACE = '%line%'

const MAX_TEXT = 1000
const MAX_REASON = 500

/** A PESEL without its first zero is one of a person as well. */
function typeOf({ verdict }: CheckedRow): string {
  if (verdict.kind === 'ambiguous') return verdict.question.about === 'zero' ? 'pesel' : 'other'
  return verdict.type ?? 'other'
}

/** A row that is not sent, as the record of the import takes it. */
export const toRejection = (row: CheckedRow, place: number, reason: string): Rejection => ({
  place,
  line: row.line,
  kind: row.verdict.kind === 'repeated' ? 'repeated' : 'refused',
  type: typeOf(row),
  identifier: (row.verdict.kind === 'repeated' ? row.verdict.value : row.identifier).slice(0, MAX_TEXT),
  label: row.label.slice(0, MAX_TEXT),
  reason: reason.slice(0, MAX_REASON),
})

/** Hex; null where the page is not served over HTTPS, so that the browser has no hashes. */
export async function sha256Of(bytes: ArrayBuffer): Promise<string | null> {
  // Not there on a page without HTTPS, whatever its type says.
  const { subtle } = crypto as { subtle?: SubtleCrypto }
  if (subtle === undefined) return null
  const hash = new Uint8Array(await subtle.digest('SHA-256', bytes))
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
