import type { Rng } from '@/lib/sample/rng'

import { krsOf, nipOf, peselOf } from '../identifiers'

/** The true content of a cell: a valid number in any notation, or something else. */
export type CellTruth =
  | { readonly kind: 'nip' | 'krs' | 'pesel'; readonly value: string }
  /** Mistyped, rounded, of another country, a day, or a word for an empty value. */
  | { readonly kind: 'bad' }
  | { readonly kind: 'blank' }

export interface WrittenCell {
  readonly text: string
  readonly truth: CellTruth
}

const withHyphens = (number: string): string =>
  `${number.slice(0, 3)}-${number.slice(3, 6)}-${number.slice(6, 8)}-${number.slice(8)}`

/** Ways in which people, PDFs, registers and spreadsheets write a NIP. */
const NIP_FORMS: readonly ((nip: string) => string)[] = [
  (nip) => nip,
  (nip) => nip,
  (nip) => nip,
  withHyphens,
  (nip) => `PL${nip}`,
  (nip) => `PL ${withHyphens(nip)}`,
  (nip) => `NIP: ${nip}`,
  (nip) => `NIP UE: PL${nip}`,
  (nip) => `VAT PL${nip}`,
  (nip) => `(NIP nr ${nip})`,
  (nip) => `="${nip}"`,
  (nip) => `'${nip}`,
  (nip) => `${nip}.`,
  (nip) => `${nip}.0`,
  (nip) => `${nip},00`,
  (nip) => `\u202D${nip}\u202C`,
  (nip) => `\u200E${nip}`,
  (nip) => `\u0001${nip}`,
  (nip) => withHyphens(nip).replaceAll('-', '\u00AD'),
  (nip) => withHyphens(nip).replaceAll('-', '\u2011'),
  (nip) => withHyphens(nip).replaceAll('-', '.'),
  (nip) => withHyphens(nip).replaceAll('-', '/'),
  (nip) => withHyphens(nip).replaceAll('-', '\u2009'),
  (nip) => Array.from(nip, (digit) => String.fromCodePoint(0xff10 + Number(digit))).join(''),
]
const KRS_FORMS: readonly ((krs: string) => string)[] = [
  (krs) => krs,
  (krs) => krs,
  (krs) => `KRS ${krs}`,
  (krs) => `KRS: ${krs}`,
  (krs) => `="${krs}"`,
  (krs) => `'${krs}`,
  (krs) => `\u202D${krs}\u202C`,
  (krs) => krs.replace(/^0+/, ''),
]
const PESEL_FORMS: readonly ((pesel: string) => string)[] = [
  (pesel) => pesel,
  (pesel) => pesel,
  (pesel) => `${pesel.slice(0, 6)} ${pesel.slice(6)}`,
  (pesel) => `'${pesel}`,
  (pesel) => `PESEL: ${pesel}`,
  (pesel) => `\u200E${pesel}\u200F`,
]
const FORMS = { nip: NIP_FORMS, krs: KRS_FORMS, pesel: PESEL_FORMS } as const
const numberOf = { nip: nipOf, krs: krsOf, pesel: peselOf } as const

/** Cells that are not a number of a Polish register, though some look like one. */
const BAD_CELLS: readonly ((index: number) => string)[] = [
  (index) => `${nipOf(index).slice(0, 9)}${(Number(nipOf(index)[9]) + 1) % 10}`,
  () => '5,26104E+09',
  () => 'DE811907980',
  (index) => `SK${nipOf(index)}`,
  () => 'EL123456789',
  () => '2026-11-25',
  () => '25.11.2026',
  () => 'brak',
  () => 'n/d',
  () => '-',
  (index) => `faktura ${nipOf(index)}`,
  (index) => `${nipOf(index)} / ${nipOf(index + 1)}`,
]

/** A cell of a column of numbers; `bad` and `blank` are the fractions of cells without one. */
export function writeCell(
  random: Rng,
  type: 'nip' | 'krs' | 'pesel',
  { index, bad = 0.1, blank = 0.05 }: { readonly index: number; readonly bad?: number; readonly blank?: number },
): WrittenCell {
  const chance = random.next()
  if (chance < blank) return { text: '', truth: { kind: 'blank' } }
  if (chance < blank + bad) return { text: random.pick(BAD_CELLS)(index), truth: { kind: 'bad' } }
  const value = numberOf[type](index)
  return { text: random.pick(FORMS[type])(value), truth: { kind: type, value } }
}
