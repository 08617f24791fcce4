import {
  checkIdentifier,
  guessIdentifierType,
  type IdentifierFault,
  type IdentifierType,
} from '@/lib/domain/identifiers'

/** A longer label is refused by the service (decision 3), so it is said before sending. */
export const MAX_LABEL_LENGTH = 200

export type TenDigits = 'nip' | 'krs'
/** What a person said about ten digits that could be a NIP or a KRS number: per number, and for all the others. */
export interface KindChoices {
  readonly byDigits: ReadonlyMap<string, TenDigits>
  readonly forAll: TenDigits | undefined
}
export const noChoices: KindChoices = { byDigits: new Map(), forAll: undefined }

export type InvalidReason = IdentifierFault | 'regon' | 'unknown' | 'label_length'
export type Verdict =
  | { readonly kind: 'ok'; readonly type: IdentifierType; readonly value: string }
  /** The same identifier stands in an earlier line. */
  | { readonly kind: 'duplicate'; readonly type: IdentifierType; readonly value: string; readonly firstLine: number }
  /** `isNip`: the NIP checksum holds, so both readings are possible; otherwise only KRS can be saved. */
  | { readonly kind: 'ambiguous'; readonly digits: string; readonly isNip: boolean }
  | { readonly kind: 'invalid'; readonly reason: InvalidReason; readonly type: IdentifierType | undefined }

export interface ParsedRow {
  /** Counted from 1 in the pasted text, blank lines included. */
  readonly line: number
  readonly raw: string
  readonly identifier: string
  readonly label: string
  readonly verdict: Verdict
  /** Ten digits that a person had to decide about; kept so that the decision can be changed. */
  readonly chosen: TenDigits | undefined
}

const HEADER = /^(nip|krs|pesel|regon|uuid|id|identyfikator|identifier|numer|number)$/i

/** The cells of one line: tab wins over semicolon, semicolon over comma; quotes as in CSV. */
function cellsOf(line: string): string[] {
  const separator = line.includes('\t') ? '\t' : line.includes(';') ? ';' : ','
  const cells: string[] = ['']
  let isQuoted = false
  for (const character of line) {
    if (character === '"') isQuoted = !isQuoted
    else if (character === separator && !isQuoted) cells.push('')
    else cells[cells.length - 1] += character
  }
  return cells.map((cell) => cell.trim())
}

const isReadable = (cell: string): boolean => {
  const guess = guessIdentifierType(cell)
  return guess !== 'unknown' && (guess === 'ambiguous' || checkIdentifier(guess, cell).ok)
}

/** The identifier stands first; a sheet with the name first is understood when the first cell has no digit at all. */
function splitLine(line: string): { identifier: string; label: string } {
  const cells = cellsOf(line)
  const [first = ''] = cells
  const found = /\d/.test(first) ? 0 : cells.findIndex(isReadable)
  const at = Math.max(0, found)
  return { identifier: cells[at] ?? '', label: cells.filter((cell, index) => index !== at && cell !== '').join(', ') }
}

function judgeAs(type: IdentifierType, identifier: string): Verdict {
  const check = checkIdentifier(type, identifier)
  return check.ok ? { kind: 'ok', type, value: check.value } : { kind: 'invalid', reason: check.error, type }
}

function judge(identifier: string, choices: KindChoices): { verdict: Verdict; chosen: TenDigits | undefined } {
  const guess = guessIdentifierType(identifier)
  if (guess === 'ambiguous') {
    const digits = identifier.replace(/\D/g, '')
    const chosen = choices.byDigits.get(digits) ?? choices.forAll
    const isNip = checkIdentifier('nip', digits).ok
    return { verdict: chosen ? judgeAs(chosen, digits) : { kind: 'ambiguous', digits, isNip }, chosen }
  }
  const refused = (reason: InvalidReason): Verdict => ({ kind: 'invalid', reason, type: undefined })
  if (guess === 'regon') return { verdict: refused('regon'), chosen: undefined }
  if (guess === 'unknown') return { verdict: refused('unknown'), chosen: undefined }
  return { verdict: judgeAs(guess, identifier), chosen: undefined }
}

/**
 * One verdict per pasted line: identifier, then an optional label after `;`, a tab or a comma. Blank lines and a header
 * line are left out. Pure: the same text and choices give the same rows.
 */
export function parseIdentifiers(text: string, choices: KindChoices = noChoices): ParsedRow[] {
  const firstLines = new Map<string, number>()
  const rows: ParsedRow[] = []
  for (const [index, raw] of text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .entries()) {
    const { identifier, label } = splitLine(raw)
    if (identifier === '' && label === '') continue
    if (rows.length === 0 && HEADER.test(identifier)) continue
    const line = index + 1
    const { verdict, chosen } = judge(identifier, choices)
    rows.push({ line, raw, identifier, label, verdict: settle(verdict, { line, label, firstLines }), chosen })
  }
  return rows
}

interface Seen {
  readonly line: number
  readonly label: string
  readonly firstLines: Map<string, number>
}

/** What only the row's surroundings can tell: repetitions, and a label that is too long. */
function settle(verdict: Verdict, { line, label, firstLines }: Seen): Verdict {
  if (verdict.kind !== 'ok') return verdict
  if (label.length > MAX_LABEL_LENGTH) return { kind: 'invalid', reason: 'label_length', type: verdict.type }
  const key = `${verdict.type}:${verdict.value}`
  const firstLine = firstLines.get(key)
  if (firstLine !== undefined) return { ...verdict, kind: 'duplicate', firstLine }
  firstLines.set(key, line)
  return verdict
}

export interface PasteCounts {
  readonly ok: number
  readonly duplicate: number
  readonly ambiguous: number
  readonly invalid: number
}

export function countVerdicts(rows: readonly ParsedRow[]): PasteCounts {
  const counts = { ok: 0, duplicate: 0, ambiguous: 0, invalid: 0 }
  for (const { verdict } of rows) counts[verdict.kind] += 1
  return counts
}
