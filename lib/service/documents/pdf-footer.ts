import type { PdfContent } from './pdf-content'
import * as style from './pdf-style'
import { warsawTime } from './polish'

/** On every page once all are there: whom it is about, when it was issued, and which page of how many. */
export function drawFooters(document: PDFKit.PDFDocument, { subject, issuedAt }: PdfContent): void {
  const { start, count } = document.bufferedPageRange()
  for (let index = 0; index < count; index += 1) {
    document.switchToPage(start + index)
    const { margins, width, height } = document.page
    // Text below the bottom margin would begin a new page.
    margins.bottom = 0
    const top = height - style.MARGINS.bottom + 18
    const inner = width - margins.left - margins.right
    const line = { width: inner - 90, height: 10, ellipsis: true }
    document
      .moveTo(margins.left, top)
      .lineTo(width - margins.right, top)
      .lineWidth(0.5)
      .stroke(style.RULE)
    document.font('regular').fontSize(7.5).fillColor(style.QUIET)
    document.text(subject, margins.left, top + 8, line)
    document.text(`Wygenerowano ${warsawTime(issuedAt)}`, margins.left, top + 19, line)
    document.text(`Strona ${index + 1} z ${count}`, width - margins.right - 80, top + 8, { width: 80, align: 'right' })
    document.fillColor(style.WARNING).text(style.SAMPLE_NOTICE, margins.left, top + 30, { width: inner, height: 10 })
    margins.bottom = style.MARGINS.bottom
  }
}
