import { type HiddenRows, isBlank, type SheetRow, type SourceNote } from '../source-table'

/** Columns that are read from a sheet; real lists have fewer. */
export const MAX_SHEET_COLUMNS = 200

/** One sheet as stored in the file, whatever its format. */
export interface RawSheet {
  /** Non-empty rows, including hidden ones. */
  readonly rows: readonly SheetRow[]
  /** Lines of rows hidden by a filter or a person. */
  readonly hidden: ReadonlySet<number>
  readonly hiddenColumns: number
  /** Non-empty columns beyond the limit. */
  readonly cutColumns: number
  /** Cells that hold an error instead of a value. */
  readonly errors: number
  readonly notes: readonly SourceNote[]
}

export interface VisibleSheet {
  readonly rows: readonly SheetRow[]
  readonly notes: readonly SourceNote[]
  readonly hiddenRows: HiddenRows | undefined
}

const noteIfAny = (note: 'hidden_columns' | 'cut_columns' | 'errors', count: number): SourceNote[] =>
  count > 0 ? [{ note, count }] : []

/** Rows to read from a sheet: hidden ones are left out unless they are requested or all rows are hidden. */
export function toVisibleSheet(sheet: RawSheet, takesHidden = false): VisibleSheet {
  const { rows, hidden, notes } = sheet
  const shown = hidden.size === 0 ? rows : rows.filter(({ line }) => !hidden.has(line))
  const count = rows.length - shown.length
  const isTaken = takesHidden || shown.every(({ cells }) => isBlank(cells))
  return {
    rows: isTaken ? rows : shown,
    notes: [
      ...notes,
      ...noteIfAny('hidden_columns', sheet.hiddenColumns),
      ...noteIfAny('cut_columns', sheet.cutColumns),
      ...noteIfAny('errors', sheet.errors),
    ],
    hiddenRows: count > 0 ? { count, isTaken } : undefined,
  }
}
