import { drawRemark } from './blocks'
import { drawRule, ensureSpace, pageLeft, pageWidth, palette } from './page'
import type { DrawingSteps } from './slices'
import { drawFitted, type FittedText, fitText, ruler } from './text'

type Document = PDFKit.PDFDocument

/** Widths are fractions of the page. */
export type PdfColumn = { readonly label: string; readonly width: number; readonly isEnd?: boolean }
export type PdfRow = { readonly cells: readonly string[]; readonly isStrong?: boolean; readonly isMarked?: boolean }
type PdfTable = {
  readonly columns: readonly PdfColumn[]
  /** Long lists are generated on demand. */
  readonly rows: Iterable<PdfRow>
  /** Shown instead of a table without rows. */
  readonly none?: string
  /** Font size in points. */
  readonly size?: number
}

type DrawnRow = PdfRow & { readonly isHead?: boolean }
type FittedRow = DrawnRow & { readonly fitted: readonly FittedText[]; readonly height: number }

const PADDING = 3
const GAP = 8
const SIZE = 8.5

function* withNext(rows: Iterable<PdfRow>): Generator<readonly [PdfRow, PdfRow | undefined]> {
  let last: PdfRow | undefined
  for (const row of rows) {
    if (last !== undefined) yield [last, row]
    last = row
  }
  if (last !== undefined) yield [last, undefined]
}

/** A table whose head is repeated on every page. A sum never starts a page, and a head never ends one. */
export function* drawTable(document: Document, { columns, rows, none, size = SIZE }: PdfTable): DrawingSteps {
  const totalWidth = columns.reduce((sum, { width }) => sum + width, 0)
  const sizedColumns = columns.map((column) => ({
    ...column,
    width: (column.width / totalWidth) * pageWidth(document),
  }))
  const fitRow = rowFitter(document, sizedColumns, size)
  const head = fitRow({ cells: columns.map(({ label }) => label), isHead: true })
  let isFirst = true
  for (const [each, next] of withNext(rows)) {
    const row = fitRow(each)
    const sumHeight = next?.isStrong === true ? fitRow(next).height : 0
    const isNewPage = ensureSpace(document, (isFirst ? head.height : 0) + row.height + sumHeight)
    if (isFirst || isNewPage) drawRow(document, sizedColumns, { ...head, size })
    isFirst = false
    drawRow(document, sizedColumns, { ...row, size })
    yield
  }
  if (isFirst && none !== undefined) drawRemark(document, none)
}

const useFont = (document: Document, size: number, isStrong = false): Document =>
  document.font(isStrong ? 'semibold' : 'regular').fontSize(size)

function rowFitter(document: Document, columns: readonly PdfColumn[], size: number): (row: DrawnRow) => FittedRow {
  const fitters = [false, true].map((isStrong) => {
    const measure = ruler(useFont(document, size, isStrong))
    return (text: string, width: number) => fitText(document, text, { width: width - GAP, measure })
  })
  return (row) => {
    useFont(document, size, row.isStrong)
    const fitOne = fitters[row.isStrong ? 1 : 0]
    const fitted = columns.flatMap(({ width }, at) => fitOne?.(row.cells[at] ?? '', width) ?? [])
    return { ...row, fitted, height: Math.max(...fitted.map(({ height }) => height)) + 2 * PADDING }
  }
}

function drawRow(document: Document, columns: readonly PdfColumn[], row: FittedRow & { size: number }): void {
  const [left, top] = [pageLeft(document), document.y]
  if (row.isHead || row.isStrong) document.rect(left, top, pageWidth(document), row.height).fill(palette.shade)
  useFont(document, row.size, row.isStrong).fillColor(inkOf(row))
  let x = left
  columns.forEach(({ width, isEnd }, at) => {
    const cell = row.fitted[at]
    if (cell) drawFitted(document, cell, { left: x + GAP / 2, top: top + PADDING, align: isEnd ? 'right' : 'left' })
    x += width
  })
  document.y = top + row.height
  drawRule(document)
}

function inkOf(row: DrawnRow): string {
  if (row.isHead) return palette.quiet
  return row.isMarked ? palette.warning : palette.ink
}
