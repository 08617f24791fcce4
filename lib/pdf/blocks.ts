import { drawRule, ensureSpace, pageLeft, pageWidth, palette } from './page'
import type { DrawingSteps } from './slices'

type Document = PDFKit.PDFDocument

type PdfTitle = {
  /** Small text above the title. */
  readonly overline?: string
  readonly title: string
  readonly subject: string
  readonly accent?: string
}

export function drawTitle(document: Document, { overline, title, subject, accent = palette.accent }: PdfTitle): void {
  const options = { width: pageWidth(document), lineGap: 1.5 }
  document.font('semibold')
  if (overline !== undefined) {
    document.fontSize(8).fillColor(palette.quiet).text(overline, pageLeft(document), document.y, options)
    document.y += 4
  }
  document.fontSize(19).fillColor(accent).text(title, pageLeft(document), document.y, options)
  document.y += 3
  document.fontSize(11.5).fillColor(palette.ink).text(subject, options)
  document.y += 10
}

/** A heading needs this much space below it to stay with its content. */
const SPACE_BELOW_HEADING = 90

export function drawHeading(document: Document, heading: string): void {
  document.y += 16
  ensureSpace(document, SPACE_BELOW_HEADING)
  document.font('semibold').fontSize(10.5).fillColor(palette.accent)
  document.text(heading, pageLeft(document), document.y, { width: pageWidth(document) })
  document.y += 4
}

export function drawParagraph(document: Document, text: string): void {
  document.y += 4
  document.font('regular').fontSize(9.5).fillColor(palette.ink)
  document.text(text, pageLeft(document), document.y, { width: pageWidth(document), lineGap: 2.5 })
  document.y += 4
}

export function drawRemark(document: Document, text: string): void {
  const options = { width: pageWidth(document), lineGap: 1.5 }
  document.font('regular').fontSize(8.5).fillColor(palette.quiet)
  ensureSpace(document, document.heightOfString(text, options))
  document.text(text, pageLeft(document), document.y, options)
  document.y += 5
}

export function drawNote(document: Document, text: string): void {
  const [left, width] = [pageLeft(document), pageWidth(document)]
  const options = { width: width - 24 }
  document.font('semibold').fontSize(8.5)
  const height = document.heightOfString(text, options) + 14
  ensureSpace(document, height)
  const top = document.y
  document.rect(left, top, width, height).fill(palette.warningShade)
  document.rect(left, top, 3, height).fill(palette.warning)
  document.fillColor(palette.warning).text(text, left + 12, top + 7, options)
  document.y = top + height + 8
}

/** Label and value of a line, and a remark on it. */
export type PdfFact = {
  readonly label: string
  readonly value: string
  readonly note?: string
  /** Former values are struck through. */
  readonly struck?: boolean
}

const LABEL_WIDTH = 166
const GAP = 12
const PADDING = 4

/** One line per fact, each followed by a rule. */
export function* drawFacts(document: Document, facts: readonly PdfFact[]): DrawingSteps {
  for (const fact of facts) {
    drawFact(document, fact)
    yield
  }
}

function drawFact(document: Document, { label, value, note = '', struck = false }: PdfFact): void {
  const [left, labelOptions] = [pageLeft(document), { width: LABEL_WIDTH }]
  const indent = LABEL_WIDTH + GAP
  const valueOptions = { width: pageWidth(document) - indent, lineGap: 1 }
  document.font('regular').fontSize(7.5)
  const noteHeight = note === '' ? 0 : document.heightOfString(note, valueOptions) + 1
  document.fontSize(9)
  const valueHeight = document.heightOfString(value, valueOptions)
  const height = Math.max(document.heightOfString(label, labelOptions), valueHeight + noteHeight) + 2 * PADDING
  ensureSpace(document, height)
  const top = document.y
  document.fillColor(palette.quiet).text(label, left, top + PADDING, labelOptions)
  document.fillColor(struck ? palette.quiet : palette.ink)
  document.text(value, left + indent, top + PADDING, { ...valueOptions, strike: struck })
  if (note !== '') {
    document.fontSize(7.5).fillColor(palette.quiet)
    document.text(note, left + indent, top + PADDING + valueHeight + 1, { ...valueOptions, strike: false })
  }
  document.y = top + height
  drawRule(document)
}
