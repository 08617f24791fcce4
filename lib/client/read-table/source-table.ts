import type { Encoding } from './encodings'

/** Interface section 8.3 (sizes) allows 1 000 items in a call; a list of this size needs fifty. */
export const MAX_ROWS = 50_000
export const MAX_BYTES = 40_000_000
/** For all rows together: a hundred for each row of the largest list. */
export const MAX_CELLS = 5_000_000

export const separators = ['\t', ';', '|', ','] as const
export type Separator = (typeof separators)[number]

export interface SheetRow {
  /** 1-based as in a spreadsheet: a multi-line cell and everything derived from it have the same row. */
  readonly line: number
  readonly cells: readonly string[]
}

/** Peculiarities of the source, repaired or left as they are; each is reported once. */
export type PlainNote =
  | 'nul'
  | 'mixed_line_ends'
  | 'stray_quotes'
  | 'formulas'
  | 'formulas_empty'
  | 'merged'
  | 'spread'
  | 'elixir'

/** A note with the number of affected items and their place. */
export interface CountedNote {
  readonly note:
    | 'hidden_columns'
    | 'hidden_sheets'
    | 'passed_sheet'
    | 'other_sheets'
    | 'cut_columns'
    | 'errors'
    | 'mixed_encodings'
    | 'doubtful_letters'
    | 'unread_lines'
  readonly count: number
  /** Lines, or the name of a sheet. */
  readonly where?: string | undefined
}

export type SourceNote = PlainNote | CountedNote

/** Why nothing could be read. */
export type SourceFault =
  | 'empty'
  | 'too_big'
  | 'unpacks_too_far'
  | 'too_wide'
  | 'too_slow'
  | 'pdf'
  | 'word'
  | 'numbers'
  | 'image'
  | 'old_excel'
  | 'xlsb'
  | 'xml_2003'
  | 'password'
  | 'archive'
  | 'binary'
  | 'html'
  | 'mhtml'
  | 'xml'
  | 'json'
  | 'camt'
  | 'jpk'
  | 'mt940'
  | 'broken_workbook'
  | 'lost_texts'
  | 'unreadable'

export interface SourceTable {
  readonly rows: readonly SheetRow[]
  /** Rows beyond the largest list, kept for saving them as a file. */
  readonly rest: readonly SheetRow[]
  readonly notes: readonly SourceNote[]
  /** For text files. */
  readonly encoding?: Encoding | undefined
  readonly separator?: Separator | undefined
  /** For workbooks. */
  readonly sheets?: readonly string[] | undefined
  readonly sheet?: string | undefined
  /** Names of hidden sheets. */
  readonly hiddenSheets?: readonly string[] | undefined
  /** Number of hidden non-empty rows, and whether they were read. */
  readonly hiddenRows?: HiddenRows | undefined
  /** Numbers that represent days count from 1904. */
  readonly is1904?: boolean | undefined
}

export interface HiddenRows {
  readonly count: number
  readonly isTaken: boolean
}

export type SourceResult =
  | { readonly ok: true; readonly table: SourceTable }
  | { readonly ok: false; readonly fault: SourceFault }

export const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell === '')
