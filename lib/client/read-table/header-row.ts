import { guessIdentifierType } from '@/lib/domain/identifiers/identifiers'

import { isIdentifierRole, columnNameKey, roleOfName } from './column-names'
import { provenType, sampleRows } from './column-support'
import type { SheetRow } from './source-table'

/** Number of rows searched for the header: banks put a letterhead of many lines above it. */
export const HEADER_ROWS = 60
/** Further down, a header counts only when hardly any row above it belongs to the list. */
const USUAL_ROWS = 10
const MAX_ABOVE = 2
const MAX_WORDS = 6

const filledOf = ({ cells }: SheetRow): string[] => cells.filter((cell) => cell !== '')
const digitsIn = (cell: string): number => cell.replace(/\D/g, '').length

/** True for a row with a bare number; `NIP: 526…` in a title identifies the author of the list. */
export const hasProvenNumber = ({ cells }: SheetRow): boolean =>
  cells.some((cell) => !/^[a-z]{3,}/i.test(cell) && provenType(cell) !== undefined)

/** A number after its type: `KRS 28860`. `NIP 2` is the name of a second column. */
const isLabelled = (cell: string): boolean =>
  /^krs\W*\d|^(nip|pesel|regon)\W*(?:\d\W*){8}/i.test(cell) || provenType(cell) !== undefined

/** `brak NIP` is used in place of a number. */
const isMissingMarker = (cell: string): boolean => /^(brak|bez|missing|without)\b/i.test(cell)

/** As long as an identifier, valid or not, so the row belongs to the list. */
const isNumber = (cell: string): boolean => digitsIn(cell) >= 9 && guessIdentifierType(cell) !== 'unknown'

const isName = (cell: string): boolean => digitsIn(cell) < 5 && columnNameKey(cell).split(' ').length <= MAX_WORDS

function typicalWidth(rows: readonly SheetRow[]): number {
  const widths = sampleRows(rows)
    .map((row) => filledOf(row).length)
    .sort((a, b) => a - b)
  return widths[Math.floor(widths.length / 2)] ?? 0
}

/** How much a row resembles a header; 0 when it does not. */
function scoreOf(row: SheetRow, width: number): number {
  const filled = filledOf(row)
  if (filled.some((cell) => isLabelled(cell) || isNumber(cell) || isMissingMarker(cell))) return 0
  const knownNames = filled.filter((cell) => isName(cell) && roleOfName(cell) !== undefined)
  const kinds = knownNames.filter((cell) => {
    const role = roleOfName(cell)
    return isIdentifierRole(role) || role === 'kind'
  })
  // `Lista NIP` alone above a wide list is its title.
  const isTitle = filled.length < 2 && width >= 2 && !kinds.some((cell) => !columnNameKey(cell).includes(' '))
  if (isTitle || knownNames.length === 0 || (kinds.length === 0 && knownNames.length * 2 < filled.length)) return 0
  return kinds.length * 10 + knownNames.length
}

/** A header without known names: only words, directly above the first number. */
function unknownNames(rows: readonly SheetRow[]): number | undefined {
  const first = rows.slice(0, USUAL_ROWS + 1).findIndex(({ cells }) => cells.some((cell) => digitsIn(cell) >= 3))
  const [row, below] = [rows[first - 1], sampleRows(rows.slice(first))]
  const names = row === undefined ? [] : filledOf(row)
  if (names.length < 2 || names.some((cell) => digitsIn(cell) > 0 || isMissingMarker(cell))) return undefined
  const numbered = below.filter(({ cells }) => cells.some((cell) => digitsIn(cell) >= 3)).length
  return numbered * 2 > below.length ? first - 1 : undefined
}

/** Index of the header row among the first sixty; undefined when none resembles one. */
export function findHeader(rows: readonly SheetRow[]): number | undefined {
  const width = typicalWidth(rows)
  let above = 0
  const scores = rows.slice(0, HEADER_ROWS).map((row, at) => {
    if (hasProvenNumber(row)) above += 1
    return at < USUAL_ROWS || above <= MAX_ABOVE ? scoreOf(row, width) : 0
  })
  const best = Math.max(0, ...scores)
  return best > 0 ? scores.indexOf(best) : unknownNames(rows)
}
