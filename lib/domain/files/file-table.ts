/**
 * Tables as saved files have them. Names of files and columns do not depend on the user's language, so that programs
 * that import them always find the same ones.
 */

/**
 * Content of a column: `hundredths` a whole number of hundredths (grosz, shown as PLN), `day` `YYYY-MM-DD`, `month`
 * `YYYY-MM`, `moment` an ISO instant, shown in Warsaw time.
 */
export type ColumnKind = 'text' | 'number' | 'hundredths' | 'day' | 'month' | 'moment'
/** `width` is in characters. */
export type FileColumn = { readonly name: string; readonly kind: ColumnKind; readonly width: number }
export type FileCell = string | number | null | undefined
export type FileRow = readonly FileCell[]
/** `name` is that of the sheet. Rows may be generated lazily. */
export type FileTable = {
  readonly name: string
  readonly columns: readonly FileColumn[]
  readonly rows: Iterable<FileRow>
}

/** A column and the function for its cells, so that header and rows come from one list. */
export type ValuedColumn<T> = FileColumn & { readonly value: (item: T) => FileCell }

/** The columns without functions, which cannot be sent to a worker. */
const headOf = (columns: readonly FileColumn[]): readonly FileColumn[] =>
  columns.map(({ name, kind, width }) => ({ name, kind, width }))

export const rowOf = <T>(columns: readonly ValuedColumn<T>[], item: T): FileRow =>
  columns.map(({ value }) => value(item))

/** A table whose rows are generated lazily. */
export const lazyTable = <T>(name: string, columns: readonly ValuedColumn<T>[], items: Iterable<T>): FileTable => ({
  name,
  columns: headOf(columns),
  rows: rowsOf(columns, items),
})

function* rowsOf<T>(columns: readonly ValuedColumn<T>[], items: Iterable<T>): Generator<FileRow> {
  for (const each of items) yield rowOf(columns, each)
}

/** A complete table that can be read more than once. */
export type WholeTable = FileTable & { readonly rows: readonly FileRow[] }
export const wholeTable = <T>(name: string, columns: readonly ValuedColumn<T>[], items: readonly T[]): WholeTable => ({
  name,
  columns: headOf(columns),
  rows: items.map((each) => rowOf(columns, each)),
})
