import { attachment } from '@/lib/http/attachment'
import { drawFacts, drawNote, drawParagraph, drawTitle, type PdfFact } from '@/lib/pdf/blocks'
import { makePdf } from '@/lib/pdf/document'
import { drawFooters } from '@/lib/pdf/footer'
import { drawRule, ensureSpace, pageLeft, pageWidth, palette } from '@/lib/pdf/page'
import type { DrawingSteps } from '@/lib/pdf/slices'

import { type PdfContent, SAMPLE_NOTICE, type PdfBlock } from './pdf-content'
import { warsawTime } from './polish'

type File = {
  readonly body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>
  readonly type: 'application/pdf' | 'application/xml' | 'application/zip'
  /** File name for the download; may contain any character. */
  readonly name: string
}

/** The bytes as a download; `content-length` is set if the length is known in advance. */
export function fileAnswer({ body, type, name }: File): Response {
  const headers: Record<string, string> = { 'content-type': type, 'content-disposition': attachment(name) }
  if (body instanceof Uint8Array) headers['content-length'] = String(body.byteLength)
  return new Response(body, { headers })
}

/** Documents of a register look different from papers of the panel. */
const ACCENT = '#1d3f72'

const FACTS_IN_A_ROW = 3
const FACT_HEIGHT = 35

const PART_HEIGHT = 21
/** A heading needs this much space below it to stay with its content: facts are lower than table rows. */
const SPACE_BELOW_HEADING = 58
const ABOVE_SECTION = 7
const BELOW_PART = 3

/** Renders the content as PDF. The same content gives the same bytes. */
export function renderPdf(content: PdfContent): Promise<Uint8Array<ArrayBuffer>> {
  const meta = {
    title: `${content.title}: ${content.subject}`,
    subject: content.register,
    creator: 'Business Registers Data API',
    at: content.issuedAt,
  }
  return makePdf(meta, function* (document) {
    drawHead(document, content)
    yield* drawBlocks(document, content.blocks)
    yield* drawFooters(document, {
      lines: [content.subject, `Wygenerowano ${warsawTime(content.issuedAt)}`],
      warning: SAMPLE_NOTICE,
    })
  })
}

type Document = PDFKit.PDFDocument

function drawHead(document: Document, { register, title, subject, facts }: PdfContent): void {
  drawNote(document, SAMPLE_NOTICE)
  document.y += 10
  drawTitle(document, { overline: register.toLocaleUpperCase('pl'), title, subject, accent: ACCENT })
  drawFrame(document, facts)
  document.y += 8
}

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

function* drawBlocks(document: Document, blocks: readonly PdfBlock[]): DrawingSteps {
  for (const block of blocks) {
    if (block.kind === 'part') drawPart(document, block.title)
    else if (block.kind === 'section') drawSection(document, block.title)
    else if (block.kind === 'text') drawParagraph(document, block.text)
    else yield* drawFacts(document, block.fields)
  }
}

function drawPart(document: Document, title: string): void {
  document.y += 13
  ensureSpace(document, PART_HEIGHT + BELOW_PART + ABOVE_SECTION + SPACE_BELOW_HEADING)
  const [left, width, top] = [pageLeft(document), pageWidth(document), document.y]
  document.rect(left, top, width, PART_HEIGHT).fill(ACCENT)
  document.font('semibold').fontSize(10).fillColor('#ffffff')
  document.text(title, left + 9, top + 5, { width: width - 18, height: 12, ellipsis: true })
  document.y = top + PART_HEIGHT + BELOW_PART
}

function drawSection(document: Document, title: string): void {
  document.y += ABOVE_SECTION
  ensureSpace(document, SPACE_BELOW_HEADING)
  document.font('semibold').fontSize(9).fillColor(ACCENT)
  document.text(title, pageLeft(document), document.y, { width: pageWidth(document) })
  document.y += 3
  drawRule(document, ACCENT)
}
