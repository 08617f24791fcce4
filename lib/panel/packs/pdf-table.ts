import * as style from './pdf-style'

type Document = PDFKit.PDFDocument

export type Column = { readonly label: string; readonly width: number; readonly isEnd?: boolean }
export type TableRow = { readonly cells: readonly string[]; readonly isStrong?: boolean; readonly isMarked?: boolean }

type DrawnRow = TableRow & { readonly isHead?: boolean }

export const leftOf = (document: Document) => document.page.margins.left
export const widthOf = (document: Document) =>
  document.page.width - document.page.margins.left - document.page.margins.right
const bottomOf = (document: Document) => document.page.height - document.page.margins.bottom

/** Begins a page unless `height` still fits on this one; true when it began one. */
export function keep(document: Document, height: number): boolean {
  if (document.y + height <= bottomOf(document)) return false
  document.addPage()
  return true
}

const PADDING = 3
const GAP = 8
const SIZE = 8.5

/** Rows with a head that is there again on every page. Widths are shares of the page. */
export function drawTable(document: Document, columns: readonly Column[], rows: readonly TableRow[]): void {
  const whole = columns.reduce((sum, { width }) => sum + width, 0)
  const placed = columns.map((column) => ({ ...column, width: (column.width / whole) * widthOf(document) }))
  const head: DrawnRow = { cells: columns.map(({ label }) => label), isHead: true }
  keep(document, 3 * heightOf(document, placed, head))
  drawRow(document, placed, head)
  for (const row of rows) {
    if (keep(document, heightOf(document, placed, row))) drawRow(document, placed, head)
    drawRow(document, placed, row)
  }
}

function heightOf(document: Document, columns: readonly Column[], { cells, isStrong }: TableRow): number {
  document.font(isStrong ? 'semibold' : 'regular').fontSize(SIZE)
  const heights = columns.map(({ width }, at) => document.heightOfString(cells[at] ?? '', { width: width - GAP }))
  return Math.max(...heights) + 2 * PADDING
}

function drawRow(document: Document, columns: readonly Column[], row: DrawnRow): void {
  const [left, top, height] = [leftOf(document), document.y, heightOf(document, columns, row)]
  if (row.isHead || row.isStrong) document.rect(left, top, widthOf(document), height).fill(style.SHADE)
  document.font(row.isStrong ? 'semibold' : 'regular').fontSize(row.isHead ? SIZE - 0.5 : SIZE)
  document.fillColor(inkOf(row))
  let x = left
  columns.forEach(({ width, isEnd }, at) => {
    const options = { width: width - GAP, align: isEnd ? ('right' as const) : ('left' as const) }
    document.text(row.cells[at] ?? '', x + GAP / 2, top + PADDING, options)
    x += width
  })
  document.y = top + height
  document
    .moveTo(left, document.y)
    .lineTo(left + widthOf(document), document.y)
    .lineWidth(0.5)
    .stroke(style.RULE)
}

function inkOf(row: DrawnRow): string {
  if (row.isHead) return style.QUIET
  return row.isMarked ? style.WARNING : style.INK
}
