/** Points; A4 is 595.28 × 841.89. */
export const margins = { top: 48, bottom: 76, left: 48, right: 48 } as const

/** Colours of the panel. */
export const palette = {
  ink: '#191a17',
  quiet: '#6a6d66',
  rule: '#e0e0da',
  shade: '#f3f3ef',
  accent: '#14532d',
  warning: '#8a3b12',
  warningShade: '#fdf1e7',
} as const

type Document = PDFKit.PDFDocument

/** Left edge and width of the printable area, in points. */
export const pageLeft = (document: Document): number => document.page.margins.left
export const pageWidth = ({ page }: Document): number => page.width - page.margins.left - page.margins.right
const bottomOf = ({ page }: Document): number => page.height - page.margins.bottom

/** Starts a new page if `height` does not fit on this one; returns whether it started one. */
export function ensureSpace(document: Document, height: number): boolean {
  if (document.y + height <= bottomOf(document)) return false
  document.addPage()
  return true
}

export function drawRule(document: Document, colour: string = palette.rule): void {
  const [left, top] = [pageLeft(document), document.y]
  document
    .moveTo(left, top)
    .lineTo(left + pageWidth(document), top)
    .lineWidth(0.5)
    .stroke(colour)
}
