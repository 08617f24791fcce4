import { repairNumber } from '@/lib/client/read-table/repair-number'
import { checkIdentifier, type IdentifierType } from '@/lib/domain/identifiers/identifiers'

type NumberList = IdentifierType | 'regon'

/** Lengths of numbers that may begin with zeros, which spreadsheets drop. */
const lengths: Partial<Readonly<Record<NumberList, readonly number[]>>> = { regon: [9, 14], pesel: [11] }
/** Shorter digit groups are rarely identifiers. */
const ENOUGH_DIGITS = /^\d{5,}$/
const LABELS = /^((NIP|PL|REGON|PESEL|KRS)[:.]?[\s-]*)+/i

function* guesses(list: NumberList, raw: string): Generator<string> {
  const text = raw.normalize('NFKC').trim()
  if (list === 'subject_id') {
    const digits = text
      .toLowerCase()
      .replaceAll('o', '0')
      .replaceAll(/[^0-9a-f]/g, '')
    if (digits.length === 32) yield digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
    return
  }
  // Typed text may contain spreadsheet artefacts that the file reader would remove: `="…"`, `'…`, `….00`.
  const { text: repaired, isRounded } = repairNumber(text, list)
  if (isRounded !== true) yield repaired
  const compact = text.replace(LABELS, '').replaceAll(/[\s-]/g, '')
  // Letters that resemble digits are read as digits.
  const withDigits = compact.replaceAll(/[oO]/g, '0').replaceAll(/[lI]/g, '1')
  yield withDigits
  // `28.860` is more often an amount than a KRS number, which has no check digit to prove it.
  const withoutSeparators = list === 'krs' ? withDigits : withDigits.replaceAll(/[./]/g, '')
  yield withoutSeparators
  if (ENOUGH_DIGITS.test(withoutSeparators))
    for (const length of lengths[list] ?? []) yield withoutSeparators.padStart(length, '0')
}

/** Guesses the number that an invalid text probably stands for; it is offered and never applied automatically. */
export function suggestNumber(list: NumberList, raw: string): string | undefined {
  for (const guess of guesses(list, raw)) {
    const check = checkIdentifier(list, guess)
    if (check.ok) return check.value
  }
  return undefined
}
