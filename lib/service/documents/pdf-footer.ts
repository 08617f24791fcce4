import { onEveryPage } from '@/lib/pdf/every-page'
import type { Drawing } from '@/lib/pdf/slices'

import type { PdfContent } from './pdf-content'
import * as style from './pdf-style'
import { warsawTime } from './polish'

/** On every page once all are there: whom it is about, when it was issued, and which page of how many. */
export function drawFooters(document: PDFKit.PDFDocument, { subject, issuedAt }: PdfContent): Drawing {
  return onEveryPage(document, ({ left, right, top, width, pageOf }) => {
    const rule = top + 18
    const line = { width: width - 90, height: 10, ellipsis: true }
    document.moveTo(left, rule).lineTo(right, rule).lineWidth(0.5).stroke(style.RULE)
    document.font('regular').fontSize(7.5).fillColor(style.QUIET)
    document.text(subject, left, rule + 8, line)
    document.text(`Wygenerowano ${warsawTime(issuedAt)}`, left, rule + 19, line)
    document.text(pageOf, right - 80, rule + 8, { width: 80, align: 'right' })
    document.fillColor(style.WARNING).text(style.SAMPLE_NOTICE, left, rule + 30, { width, height: 10 })
  })
}
