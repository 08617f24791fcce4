import { drawFacts, drawNote, drawParagraph, drawTitle, type PdfFact } from '@/lib/pdf/blocks'
import { drawRule, ensureSpace, pageLeft, pageWidth, palette } from '@/lib/pdf/page'
import type { DrawingSteps } from '@/lib/pdf/slices'

import { type PdfBlock, type PdfContent, SAMPLE_NOTICE } from './pdf-content'

type Document = PDFKit.PDFDocument

/** A document of a register looks different from a paper of the panel. */
const ACCENT = '#1d3f72'

/** Notice, title, subject and the framed facts. */
export function drawHead(document: Document, { register, title, subject, facts }: PdfContent): void {
  drawNote(document, SAMPLE_NOTICE)
  document.y += 10
  drawTitle(document, { overline: register.toLocaleUpperCase('pl'), title, subject, accent: ACCENT })
  drawFrame(document, facts)
  document.y += 8
}

const FACTS_IN_A_ROW = 3
const FACT_HEIGHT = 35

function drawFrame(document: Document, facts: readonly PdfFact[]): void {
  const [left, width, top] = [pageLeft(document), pageWidth(document), document.y]
  const rows = Math.ceil(facts.length / FACTS_IN_A_ROW)
  const column = width / FACTS_IN_A_ROW
  document.roundedRect(left, top, width, rows * FACT_HEIGHT + 8, 3).fill(palette.shade)
  facts.forEach(({ label, value }, index) => {
    const x = left + 12 + (index % FACTS_IN_A_ROW) * column
    const y = top + 10 + Math.floor(index / FACTS_IN_A_ROW) * FACT_HEIGHT
    const options = { width: column - 18, height: 12, ellipsis: true }
    document.font('regular').fontSize(7.5).fillColor(palette.quiet).text(label, x, y, options)
    document
      .font('semibold')
      .fontSize(9.5)
      .fillColor(palette.ink)
      .text(value, x, y + 11, options)
  })
  document.y = top + rows * FACT_HEIGHT + 8
}

export function* drawBlocks(document: Document, blocks: readonly PdfBlock[]): DrawingSteps {
  for (const block of blocks) {
    if (block.kind === 'part') drawPart(document, block.title)
    else if (block.kind === 'section') drawSection(document, block.title)
    else if (block.kind === 'text') drawParagraph(document, block.text)
    else yield* drawFacts(document, block.fields)
  }
}

const PART_HEIGHT = 21
/** A heading stays with at least this much of what follows: facts are lower than rows of a table. */
const WITH_FACTS = 58
const ABOVE_SECTION = 7
const BELOW_PART = 3

function drawPart(document: Document, title: string): void {
  document.y += 13
  ensureSpace(document, PART_HEIGHT + BELOW_PART + ABOVE_SECTION + WITH_FACTS)
  const [left, width, top] = [pageLeft(document), pageWidth(document), document.y]
  document.rect(left, top, width, PART_HEIGHT).fill(ACCENT)
  document.font('semibold').fontSize(10).fillColor('#ffffff')
  document.text(title, left + 9, top + 5, { width: width - 18, height: 12, ellipsis: true })
  document.y = top + PART_HEIGHT + BELOW_PART
}

function drawSection(document: Document, title: string): void {
  document.y += ABOVE_SECTION
  ensureSpace(document, WITH_FACTS)
  document.font('semibold').fontSize(9).fillColor(ACCENT)
  document.text(title, pageLeft(document), document.y, { width: pageWidth(document) })
  document.y += 3
  drawRule(document, ACCENT)
}
