import { palette } from './layout'

type Document = PDFKit.PDFDocument

/** Where text may stand on the page, in points. */
export const pageLeft = (document: Document): number => document.page.margins.left
export const pageWidth = ({ page }: Document): number => page.width - page.margins.left - page.margins.right
const bottomOf = ({ page }: Document): number => page.height - page.margins.bottom

/** Begins a page unless `height` still fits on this one; true when it began one. */
export function ensureSpace(document: Document, height: number): boolean {
  if (document.y + height <= bottomOf(document)) return false
  document.addPage()
  return true
}

/** From margin to margin. */
export function drawRule(document: Document, colour: string = palette.rule): void {
  const [left, top] = [pageLeft(document), document.y]
  document
    .moveTo(left, top)
    .lineTo(left + pageWidth(document), top)
    .lineWidth(0.5)
    .stroke(colour)
}
