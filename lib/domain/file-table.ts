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
