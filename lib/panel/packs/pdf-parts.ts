import { ensureSpace, leftOf, widthOf } from '@/lib/pdf/page'

import * as style from './pdf-style'

type Document = PDFKit.PDFDocument

/** A heading stays with at least this much of what follows. */
const WITH_HEADING = 70

export function drawTitle(document: Document, title: string): void {
  document.y += 14
  ensureSpace(document, WITH_HEADING)
  document.font('semibold').fontSize(10.5).fillColor(style.ACCENT).text(title, leftOf(document), document.y)
  document.y += 4
}

export function drawText(document: Document, text: string): void {
  document.font('regular').fontSize(8.5).fillColor(style.QUIET)
  document.text(text, leftOf(document), document.y, { width: widthOf(document), lineGap: 1.5 })
  document.y += 5
}

export function drawNote(document: Document, text: string): void {
  const [left, width] = [leftOf(document), widthOf(document)]
  document.font('semibold').fontSize(8.5)
  const height = document.heightOfString(text, { width: width - 20 }) + 12
  ensureSpace(document, height)
  const top = document.y
  document.rect(left, top, width, height).fill(style.WARNING_SHADE)
  document.fillColor(style.WARNING).text(text, left + 10, top + 6, { width: width - 20 })
  document.y = top + height + 8
}

const LABEL_WIDTH = 120

export function drawPairs(document: Document, pairs: readonly (readonly [string, string])[]): void {
  const [left, width] = [leftOf(document), widthOf(document)]
  for (const [label, value] of pairs) {
    ensureSpace(document, 15)
    const top = document.y
    document.font('regular').fontSize(9).fillColor(style.QUIET).text(label, left, top, { width: LABEL_WIDTH })
    document.fillColor(style.INK).text(value, left + LABEL_WIDTH, top, { width: width - LABEL_WIDTH })
    document.y += 3
  }
  document.y += 3
}
