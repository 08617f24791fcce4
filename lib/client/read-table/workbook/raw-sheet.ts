import { type HiddenRows, isBlank, type SheetRow, type SourceNote } from '../source-table'

/** Columns of a sheet that are read; a list that people look at has fewer. */
export const MAX_SHEET_COLUMNS = 200

/** One sheet as it stands in the file, whatever the file is. */
export interface RawSheet {
  /** Rows with something in them, hidden ones among them. */
  readonly rows: readonly SheetRow[]
  /** Lines of rows that the spreadsheet does not show: a filter or a person has hidden them. */
  readonly hidden: ReadonlySet<number>
  readonly hiddenColumns: number
  /** Filled columns beyond those that are read. */
  readonly cutColumns: number
  /** Cells that hold an error instead of a value. */
  readonly errors: number
  readonly notes: readonly SourceNote[]
}

export interface SeenSheet {
  readonly rows: readonly SheetRow[]
  readonly notes: readonly SourceNote[]
  readonly hiddenRows: HiddenRows | undefined
}

const counted = (note: 'hidden_columns' | 'cut_columns' | 'errors', count: number): SourceNote[] =>
  count > 0 ? [{ note, count }] : []

/**
 * What is read of a sheet: rows that the spreadsheet hides are left out unless they are asked for, or nothing else is there.
 */
export function seenSheet(sheet: RawSheet, takesHidden = false): SeenSheet {
  const { rows, hidden, notes } = sheet
  const shown = hidden.size === 0 ? rows : rows.filter(({ line }) => !hidden.has(line))
  const count = rows.length - shown.length
  const isTaken = takesHidden || shown.every(({ cells }) => isBlank(cells))
  return {
    rows: isTaken ? rows : shown,
    notes: [
      ...notes,
      ...counted('hidden_columns', sheet.hiddenColumns),
      ...counted('cut_columns', sheet.cutColumns),
      ...counted('errors', sheet.errors),
    ],
    hiddenRows: count > 0 ? { count, isTaken } : undefined,
  }
}
