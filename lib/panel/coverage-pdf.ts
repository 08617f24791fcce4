import { makePdf } from '@/lib/pdf/document'
import { onEveryPage } from '@/lib/pdf/every-page'

import { type CertificateContent, certificateOf, type Coverage, type Line } from './coverage-content'

type Document = PDFKit.PDFDocument

const MARGINS = { top: 54, bottom: 64, left: 54, right: 54 }
const INK = '#191a17'
const QUIET = '#5f625b'
const RULE = '#dcdcd6'
const ACCENT = '#14532d'
const SHADE = '#f3f5f1'
const WARNING = '#8a3b12'
const WARNING_SHADE = '#fdf1e7'

/** A PDF (A4). The same coverage gives the same bytes. */
export function renderCertificate(coverage: Coverage): Promise<Uint8Array<ArrayBuffer>> {
  const content = certificateOf(coverage)
  const meta = {
    title: `${content.title}: ${content.subject}`,
    subject: content.title,
    creator: 'Panel Rejestrów',
    at: coverage.issuedAt,
    margins: MARGINS,
  }
  return makePdf(meta, (document) => {
    drawHead(document, content)
    drawFacts(document, content.facts)
    drawTable(document, 'Zdarzenia', { columns: ['Kiedy', 'Źródło', 'Co się stało'], rows: content.events })
    drawTable(document, 'Zmiany znane panelowi', { columns: ['Kiedy', 'Kto', 'Co'], rows: content.changes })
    drawFooters(document, content)
  })
}

const leftOf = (document: Document) => document.page.margins.left
const widthOf = (document: Document) => document.page.width - document.page.margins.left - document.page.margins.right

/** Begins a page unless `height` still fits on this one. */
function keep(document: Document, height: number): void {
  if (document.y + height > document.page.height - document.page.margins.bottom) document.addPage()
}

function drawHead(document: Document, { title, subject, statement, warning }: CertificateContent): void {
  const [left, width] = [leftOf(document), widthOf(document)]
  document.font('semibold').fontSize(19).fillColor(ACCENT).text(title, left, document.y, { width })
  document.moveDown(0.3).fontSize(12).fillColor(INK).text(subject, { width, lineGap: 1.5 })
  document.moveDown(0.7).font('regular').fontSize(9.5).text(statement, { width, lineGap: 2.5 })
  if (warning !== undefined) drawWarning(document, warning)
  document.y += 14
}

function drawWarning(document: Document, warning: string): void {
  const [left, width] = [leftOf(document), widthOf(document)]
  const top = document.y + 10
  document.font('semibold').fontSize(8.5)
  const height = document.heightOfString(warning, { width: width - 24 }) + 14
  document.rect(left, top, width, height).fill(WARNING_SHADE)
  document.fillColor(WARNING).text(warning, left + 12, top + 7, { width: width - 24 })
  document.y = top + height
}

const LABEL_WIDTH = 120

function drawFacts(document: Document, facts: readonly Line[]): void {
  const [left, width] = [leftOf(document), widthOf(document)]
  const value = { width: width - LABEL_WIDTH }
  for (const { label, value: text } of facts) {
    document.font('regular').fontSize(9)
    const height = document.heightOfString(text, value) + 9
    keep(document, height)
    const top = document.y + 4.5
    document.fillColor(QUIET).text(label, left, top, { width: LABEL_WIDTH - 8 })
    document.fillColor(INK).text(text, left + LABEL_WIDTH, top, value)
    document.y = top + height - 4.5
    drawRule(document)
  }
}

function drawRule(document: Document): void {
  const left = leftOf(document)
  document.moveTo(left, document.y).lineTo(left + widthOf(document), document.y)
  document.lineWidth(0.5).stroke(RULE)
}

type Row = readonly [string, string, string]
type Table = { readonly columns: Row; readonly rows: readonly Row[] }

/** Shares of the width. */
const COLUMNS = [0.22, 0.28, 0.5] as const
const NARROW_MIDDLE = [0.22, 0.12, 0.66] as const

function drawTable(document: Document, title: string, { columns, rows }: Table): void {
  const shares = columns[1] === 'Źródło' ? NARROW_MIDDLE : COLUMNS
  document.y += 20
  keep(document, 70)
  document.font('semibold').fontSize(11).fillColor(ACCENT)
  document.text(title, leftOf(document), document.y, { width: widthOf(document) })
  document.y += 6
  if (rows.length === 0) {
    document.font('regular').fontSize(9).fillColor(QUIET).text('Brak.')
    return
  }
  drawHeading(document, columns, shares)
  for (const row of rows) {
    if (isFull(document, row, shares)) {
      document.addPage()
      drawHeading(document, columns, shares)
    }
    drawCells(document, row, shares)
    drawRule(document)
  }
}

type Shares = readonly [number, number, number]

function drawHeading(document: Document, columns: Row, shares: Shares): void {
  document.rect(leftOf(document), document.y, widthOf(document), 17).fill(SHADE)
  document.font('semibold').fontSize(8).fillColor(QUIET)
  drawTexts(document, columns, { shares, height: 17 })
  document.font('regular').fontSize(8.5).fillColor(INK)
}

function drawCells(document: Document, row: Row, shares: Shares): void {
  document.font('regular').fontSize(8.5).fillColor(INK)
  drawTexts(document, row, { shares, height: heightOf(document, row, shares) })
}

const isFull = (document: Document, row: Row, shares: Shares): boolean =>
  document.y + heightOf(document, row, shares) > document.page.height - document.page.margins.bottom

function heightOf(document: Document, row: Row, shares: Shares): number {
  document.font('regular').fontSize(8.5)
  const width = widthOf(document)
  return (
    Math.max(...row.map((text, index) => document.heightOfString(text, { width: width * (shares[index] ?? 0) - 8 }))) +
    8
  )
}

function drawTexts(document: Document, row: Row, { shares, height }: { shares: Shares; height: number }): void {
  const [top, width] = [document.y, widthOf(document)]
  let left = leftOf(document)
  row.forEach((text, index) => {
    const share = (shares[index] ?? 0) * width
    document.text(text, left + 4, top + 4, { width: share - 8 })
    left += share
  })
  document.y = top + height
}

function drawFooters(document: Document, { footer }: CertificateContent): void {
  onEveryPage(document, ({ left, right, top, width, pageOf }) => {
    document.font('regular').fontSize(7.5).fillColor(QUIET)
    document.text(footer, left, top + 20, { width: width - 90 })
    document.text(pageOf, right - 80, top + 20, { width: 80, align: 'right' })
  })
}
