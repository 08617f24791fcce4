import type { Encoding } from './encodings'

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
export type PlainNote =
  | 'nul'
  | 'mixed_line_ends'
  | 'stray_quotes'
  | 'formulas'
  | 'formulas_empty'
  | 'merged'
  | 'spread'
  | 'elixir'

/** A note with how many things it is about, and where they are. */
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
  /** Rows beyond the largest list; kept so that they can be taken away as a file. */
  readonly rest: readonly SheetRow[]
  readonly notes: readonly SourceNote[]
  /** Of text only. */
  readonly encoding?: Encoding | undefined
  readonly separator?: Separator | undefined
  /** Of a workbook only. */
  readonly sheets?: readonly string[] | undefined
  readonly sheet?: string | undefined
  /** Sheets among them that the spreadsheet hides. */
  readonly hiddenSheets?: readonly string[] | undefined
  /** Filled rows that the spreadsheet hides, and whether they were read. */
  readonly hiddenRows?: HiddenRows | undefined
  /** Plain numbers that are meant as days count from 1904. */
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
