/**
 * A table as files have it. Names of files and columns do not follow the language of the reader: whatever takes them in
 * finds the same ones every time, whoever saved the file.
 */

/**
 * What a column holds: `hundredths` a whole number of them (grosz as PLN), `day` `YYYY-MM-DD`, `month` `YYYY-MM`, `moment`
 * an ISO instant, which files have on Warsaw's clock.
 */
export type ColumnKind = 'text' | 'number' | 'hundredths' | 'day' | 'month' | 'moment'
/** `width` in characters. */
export type FileColumn = { readonly name: string; readonly kind: ColumnKind; readonly width: number }
export type FileCell = string | number | null | undefined
export type FileRow = readonly FileCell[]
/** `name` is of the sheet. Rows may be made as they are asked for. */
export type FileTable = {
  readonly name: string
  readonly columns: readonly FileColumn[]
  readonly rows: Iterable<FileRow>
}

/** A column and what its cells hold: head and rows of a table are made of one list. */
export type ValuedColumn<T> = FileColumn & { readonly value: (of: T) => FileCell }

/** The columns alone, as files are made of them elsewhere: a worker is sent no functions. */
const headOf = (columns: readonly FileColumn[]): readonly FileColumn[] =>
  columns.map(({ name, kind, width }) => ({ name, kind, width }))

export const rowOf = <T>(columns: readonly ValuedColumn<T>[], of: T): FileRow => columns.map(({ value }) => value(of))

/** Rows are made as they are asked for. */
export const lazyTable = <T>(name: string, columns: readonly ValuedColumn<T>[], of: Iterable<T>): FileTable => ({
  name,
  columns: headOf(columns),
  rows: rowsOf(columns, of),
})

function* rowsOf<T>(columns: readonly ValuedColumn<T>[], of: Iterable<T>): Generator<FileRow> {
  for (const each of of) yield rowOf(columns, each)
}

/** A table that is there whole, and can be read more than once. */
export type WholeTable = FileTable & { readonly rows: readonly FileRow[] }
export const wholeTable = <T>(name: string, columns: readonly ValuedColumn<T>[], of: readonly T[]): WholeTable => ({
  name,
  columns: headOf(columns),
  rows: of.map((each) => rowOf(columns, each)),
})
