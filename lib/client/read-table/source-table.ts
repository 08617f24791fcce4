import type { Encoding } from './decode-text'

/** Interface 8.3 allows 1 000 items in a call; a list of this many is fifty of them. */
export const MAX_ROWS = 50_000
export const MAX_BYTES = 40_000_000
/** Of all rows together: a hundred for each row of the largest list. */
export const MAX_CELLS = 5_000_000

export const separators = ['\t', ';', '|', ','] as const
export type Separator = (typeof separators)[number]

/** One record of the source. */
export interface SheetRow {
  /** Counted from 1 as a spreadsheet counts it: a cell of several lines is in one row, and so is what comes of it. */
  readonly line: number
  readonly cells: readonly string[]
}

/** What was odd about the source and was put right or left alone; each is said once. */
export type SourceNote =
  | 'nul'
  | 'mixed_line_ends'
  | 'stray_quotes'
  | 'formulas'
  | 'formulas_empty'
  | 'merged'
  | 'spread'

/** Why nothing could be read. */
export type SourceFault =
  | 'empty'
  | 'too_big'
  | 'unpacks_too_far'
  | 'too_wide'
  | 'pdf'
  | 'old_excel'
  | 'archive'
  | 'binary'
  | 'html'
  | 'broken_workbook'
  | 'unreadable'

export interface SourceTable {
  readonly rows: readonly SheetRow[]
  /** Rows beyond the largest list; kept so that they can be taken away as a file. */
  readonly rest: readonly SheetRow[]
  readonly notes: readonly SourceNote[]
  /** Of text only. */
  readonly encoding?: Encoding | undefined
  readonly separator?: Separator | undefined
  /** Of a workbook only. */
  readonly sheets?: readonly string[] | undefined
  readonly sheet?: string | undefined
}

export type SourceResult =
  | { readonly ok: true; readonly table: SourceTable }
  | { readonly ok: false; readonly fault: SourceFault }

export const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell === '')
