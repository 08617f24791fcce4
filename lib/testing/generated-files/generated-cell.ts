/** A cell of a list with known content. */
export type GeneratedCell =
  | { readonly kind: 'empty' }
  | { readonly kind: 'text'; readonly text: string }
  /** `zeros`: number of digits that the cell's format shows. */
  | { readonly kind: 'number'; readonly digits: string; readonly zeros?: number }
  | { readonly kind: 'day'; readonly day: string; readonly isTimed: boolean }

export interface GeneratedSheet {
  readonly name: string
  readonly rows: readonly (readonly GeneratedCell[])[]
  /** Indexes of rows that the spreadsheet hides. */
  readonly hidden: ReadonlySet<number>
  readonly isHidden?: boolean
}

export const empty: GeneratedCell = { kind: 'empty' }
export const textCell = (text: string): GeneratedCell => ({ kind: 'text', text })

const DAY_MS = 86_400_000
/** 14:30, for days with a time. */
const TIME = 14.5 / 24

export const serialOf = ({ day, isTimed }: GeneratedCell & { kind: 'day' }, is1904 = false): number =>
  (Date.parse(`${day}T00:00:00Z`) - Date.UTC(1899, 11, 30)) / DAY_MS + (isTimed ? TIME : 0) - (is1904 ? 1462 : 0)

/** The text that a reader must return for the cell. */
export function shownText(cell: GeneratedCell): string {
  switch (cell.kind) {
    case 'empty':
      return ''
    case 'text':
      return cell.text.replace(/\s+/g, ' ').trim()
    case 'number':
      return cell.digits.padStart(cell.zeros ?? 0, '0')
    case 'day':
      return cell.isTimed ? `${cell.day} 14:30` : cell.day
  }
}

export const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
