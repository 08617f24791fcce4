import { ensureSpace, leftOf, widthOf } from '@/lib/pdf/page'
import type { Drawing } from '@/lib/pdf/slices'
import { drawFitted, type Fitted, fit, ruler } from '@/lib/pdf/text'

import * as style from './pdf-style'

type Document = PDFKit.PDFDocument

export type Column = { readonly label: string; readonly width: number; readonly isEnd?: boolean }
export type TableRow = { readonly cells: readonly string[]; readonly isStrong?: boolean; readonly isMarked?: boolean }

type DrawnRow = TableRow & { readonly isHead?: boolean }
type FittedRow = DrawnRow & { readonly fitted: readonly Fitted[]; readonly height: number }

const PADDING = 3
const GAP = 8
const SIZE = 8.5

/** Each row with the one below it. */
function* withNext(rows: Iterable<TableRow>): Generator<readonly [TableRow, TableRow | undefined]> {
  let last: TableRow | undefined
  for (const row of rows) {
    if (last !== undefined) yield [last, row]
    last = row
  }
  if (last !== undefined) yield [last, undefined]
}

/** Rows with a head that is there again on every page; no sum begins one. Widths are shares of the page. */
export function* drawTable(document: Document, columns: readonly Column[], rows: Iterable<TableRow>): Drawing {
  const whole = columns.reduce((sum, { width }) => sum + width, 0)
  const placed = columns.map((column) => ({ ...column, width: (column.width / whole) * widthOf(document) }))
  const fitRow = rowFitter(document, placed)
  const head = fitRow({ cells: columns.map(({ label }) => label), isHead: true })
  ensureSpace(document, 3 * head.height)
  drawRow(document, placed, head)
  for (const [each, next] of withNext(rows)) {
    const row = fitRow(each)
    const sumHeight = next?.isStrong === true ? fitRow(next).height : 0
    if (ensureSpace(document, row.height + sumHeight)) drawRow(document, placed, head)
    drawRow(document, placed, row)
    yield
  }
}

const useFont = (document: Document, isStrong = false): Document =>
  document.font(isStrong ? 'semibold' : 'regular').fontSize(SIZE)

type FitRow = (row: DrawnRow) => FittedRow

function rowFitter(document: Document, columns: readonly Column[]): FitRow {
  const fitters = [false, true].map((isStrong) => {
    const measure = ruler(useFont(document, isStrong))
    return (text: string, width: number) => fit(document, text, { width: width - GAP, measure })
  })
  return (row) => {
    useFont(document, row.isStrong)
    const fitOne = fitters[row.isStrong ? 1 : 0]
    const fitted = columns.flatMap(({ width }, at) => fitOne?.(row.cells[at] ?? '', width) ?? [])
    return { ...row, fitted, height: Math.max(...fitted.map(({ height }) => height)) + 2 * PADDING }
  }
}

function drawRow(document: Document, columns: readonly Column[], row: FittedRow): void {
  const [left, top] = [leftOf(document), document.y]
  if (row.isHead || row.isStrong) document.rect(left, top, widthOf(document), row.height).fill(style.SHADE)
  useFont(document, row.isStrong).fillColor(inkOf(row))
  let x = left
  columns.forEach(({ width, isEnd }, at) => {
    const cell = row.fitted[at]
    if (cell) drawFitted(document, cell, { left: x + GAP / 2, top: top + PADDING, align: isEnd ? 'right' : 'left' })
    x += width
  })
  document.y = top + row.height
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
