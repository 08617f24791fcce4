import { columnNameKey } from '../column-names'
import { provenType, sampleRows } from '../column-support'
import type { SourceNote } from '../source-table'
import { type RawSheet, type VisibleSheet, toVisibleSheet } from './raw-sheet'

export interface OpenSheet {
  readonly name: string
  readonly isHidden: boolean
  readonly read: () => RawSheet
}

export interface BookOptions {
  readonly sheet?: string | undefined
  readonly takesHidden?: boolean | undefined
}

/** One sheet of a workbook, and the names of the others. */
export interface Workbook extends VisibleSheet {
  readonly sheets: readonly string[]
  readonly hiddenSheets: readonly string[]
  readonly sheet: string
  readonly is1904: boolean
}

const MAX_TRIED = 10
const INSTRUCTIVE =
  /\b(instrukcja|instrukcje|opis|pomoc|legenda|objasnienia|slownik|readme|instructions?|help|legend)\b/

interface ChosenSheet {
  readonly sheet: OpenSheet
  readonly seen: VisibleSheet
  readonly hasNumbers: boolean
}

const hasNumbers = ({ rows }: VisibleSheet): boolean =>
  sampleRows(rows).some(({ cells }) => cells.some((cell) => provenType(cell) !== undefined))

function firstWithNumbers(sheets: readonly OpenSheet[], takesHidden: boolean): ChosenSheet | undefined {
  const tried: ChosenSheet[] = []
  // Sheets with instructions are tried last, because they may contain an example number.
  const order = sheets.toSorted((a, b) => Number(isInstructive(a)) - Number(isInstructive(b)))
  for (const sheet of order.slice(0, MAX_TRIED)) {
    const seen = toVisibleSheet(sheet.read(), takesHidden)
    const found = { sheet, seen, hasNumbers: hasNumbers(seen) }
    if (found.hasNumbers) return found
    tried.push(found)
  }
  const byPlace = tried.toSorted((a, b) => sheets.indexOf(a.sheet) - sheets.indexOf(b.sheet))
  return byPlace.find(({ seen }) => seen.rows.length > 0) ?? byPlace[0]
}

const isInstructive = ({ name }: OpenSheet): boolean => INSTRUCTIVE.test(columnNameKey(name))

function notesOf(
  sheets: readonly OpenSheet[],
  { sheet: chosen }: ChosenSheet,
  wanted: string | undefined,
): SourceNote[] {
  const shown = sheets.filter(({ isHidden }) => !isHidden)
  const [first] = shown
  const hidden = sheets.filter(({ isHidden }) => isHidden).length
  const isPassed = wanted === undefined && first !== undefined && first !== chosen && !chosen.isHidden
  const others = shown.length - (chosen.isHidden ? 0 : 1) - (isPassed ? 1 : 0)
  return [
    ...(isPassed ? [{ note: 'passed_sheet' as const, count: 1, where: first.name }] : []),
    ...(others > 0 ? [{ note: 'other_sheets' as const, count: others, where: chosen.name }] : []),
    ...(hidden > 0 ? [{ note: 'hidden_sheets' as const, count: hidden }] : []),
  ]
}

/**
 * The requested sheet, or the first visible one with numbers: many workbooks begin with a sheet that explains the next
 * one. Undefined for a workbook without sheets.
 */
export function chooseSheet(
  sheets: readonly OpenSheet[],
  { sheet: wanted, takesHidden = false }: BookOptions,
): Omit<Workbook, 'is1904'> | undefined {
  const requested = sheets.find(({ name }) => name === wanted)
  const shown = sheets.filter(({ isHidden }) => !isHidden)
  const candidates = requested !== undefined ? [requested] : shown.length > 0 ? shown : sheets
  const found = firstWithNumbers(candidates, takesHidden)
  return (
    found && {
      ...found.seen,
      notes: [...notesOf(sheets, found, requested?.name), ...found.seen.notes],
      sheets: sheets.map(({ name }) => name),
      hiddenSheets: sheets.filter(({ isHidden }) => isHidden).map(({ name }) => name),
      sheet: found.sheet.name,
    }
  )
}
