import { ensureSpace, leftOf, widthOf } from '@/lib/pdf/page'

import type { PdfBlock, PdfContent, PdfField } from './pdf-content'
import * as style from './pdf-style'

type Document = PDFKit.PDFDocument

/** Notice, title, subject and the framed facts. */
export function drawHead(document: Document, content: PdfContent): void {
  const [left, width] = [leftOf(document), widthOf(document)]
  drawNotice(document)
  document.font('semibold').fontSize(8).fillColor(style.QUIET)
  document.text(content.register.toLocaleUpperCase('pl'), left, document.y, { width, characterSpacing: 0.6 })
  document.moveDown(0.5)
  document.fontSize(19).fillColor(style.ACCENT).text(content.title, { width })
  document.moveDown(0.25)
  document.fontSize(11.5).fillColor(style.INK).text(content.subject, { width, lineGap: 1.5 })
  document.moveDown(0.9)
  drawFacts(document, content.facts)
  document.y += 8
}

function drawNotice(document: Document): void {
  const [left, width, top] = [leftOf(document), widthOf(document), document.y]
  const inner = width - 2 * 12
  document.font('semibold').fontSize(8.5)
  const height = document.heightOfString(style.SAMPLE_NOTICE, { width: inner }) + 14
  document.rect(left, top, width, height).fill(style.WARNING_SHADE)
  document.rect(left, top, 3, height).fill(style.WARNING)
  document.fillColor(style.WARNING).text(style.SAMPLE_NOTICE, left + 12, top + 7.5, { width: inner })
  document.y = top + height + 22
}

const FACTS_IN_A_ROW = 3
const FACT_HEIGHT = 35

function drawFacts(document: Document, facts: readonly PdfField[]): void {
  const [left, width, top] = [leftOf(document), widthOf(document), document.y]
  const rows = Math.ceil(facts.length / FACTS_IN_A_ROW)
  const column = width / FACTS_IN_A_ROW
  document.roundedRect(left, top, width, rows * FACT_HEIGHT + 8, 3).fill(style.SHADE)
  facts.forEach(({ label, value }, index) => {
    const x = left + 12 + (index % FACTS_IN_A_ROW) * column
    const y = top + 10 + Math.floor(index / FACTS_IN_A_ROW) * FACT_HEIGHT
    const options = { width: column - 18, height: 12, ellipsis: true }
    document.font('regular').fontSize(7.5).fillColor(style.QUIET).text(label, x, y, options)
    document
      .font('semibold')
      .fontSize(9.5)
      .fillColor(style.INK)
      .text(value, x, y + 11, options)
  })
  document.y = top + rows * FACT_HEIGHT + 8
}

export function drawBlocks(document: Document, blocks: readonly PdfBlock[]): void {
  for (const block of blocks) drawBlock(document, block)
}

function drawBlock(document: Document, block: PdfBlock): void {
  switch (block.kind) {
    case 'part':
      return drawPart(document, block.title)
    case 'section':
      return drawSection(document, block.title)
    case 'fields':
      for (const field of block.fields) drawField(document, field)
      return
    case 'text':
      return drawText(document, block.text)
  }
}

const PART_HEIGHT = 21
/** A heading stays with at least this much of what follows. */
const WITH_HEADING = 62

function drawPart(document: Document, title: string): void {
  document.y += 13
  ensureSpace(document, PART_HEIGHT + WITH_HEADING)
  const [left, width, top] = [leftOf(document), widthOf(document), document.y]
  document.rect(left, top, width, PART_HEIGHT).fill(style.ACCENT)
  document.font('semibold').fontSize(10).fillColor('#ffffff')
  document.text(title, left + 9, top + 5, { width: width - 18, height: 12, ellipsis: true })
  document.y = top + PART_HEIGHT + 3
}

function drawSection(document: Document, title: string): void {
  document.y += 7
  ensureSpace(document, WITH_HEADING)
  document.font('semibold').fontSize(9).fillColor(style.ACCENT)
  document.text(title, leftOf(document), document.y, { width: widthOf(document) })
  document.y += 3
  drawRule(document, style.ACCENT)
}

function drawRule(document: Document, colour: string): void {
  const left = leftOf(document)
  document
    .moveTo(left, document.y)
    .lineTo(left + widthOf(document), document.y)
    .lineWidth(0.5)
    .stroke(colour)
}

const PADDING = 4

function drawField(document: Document, field: PdfField): void {
  const [left, width] = [leftOf(document), widthOf(document)]
  const value = { width: width - style.LABEL_WIDTH - style.GAP, lineGap: 1 }
  const label = { width: style.LABEL_WIDTH }
  document.font('regular').fontSize(8.5)
  const labelHeight = document.heightOfString(field.label, label)
  document.fontSize(9)
  const valueHeight = document.heightOfString(field.value, value)
  document.fontSize(7.5)
  const noteHeight = field.note === undefined ? 0 : document.heightOfString(field.note, value) + 1
  const height = Math.max(labelHeight, valueHeight + noteHeight) + 2 * PADDING
  ensureSpace(document, height)
  const top = document.y + PADDING
  const x = left + style.LABEL_WIDTH + style.GAP
  document.fontSize(8.5).fillColor(style.QUIET).text(field.label, left, top, label)
  document
    .fontSize(9)
    .fillColor(field.struck ? style.QUIET : style.INK)
    .text(field.value, x, top, { ...value, strike: field.struck === true })
  if (field.note !== undefined) {
    document
      .fontSize(7.5)
      .fillColor(style.QUIET)
      .text(field.note, x, top + valueHeight + 1, { ...value, strike: false })
  }
  document.y = top + height - PADDING
  drawRule(document, style.RULE)
}

function drawText(document: Document, text: string): void {
  document.y += 6
  document.font('regular').fontSize(9.5).fillColor(style.INK)
  document.text(text, leftOf(document), document.y, { width: widthOf(document), lineGap: 2.5 })
  document.y += 2
}
