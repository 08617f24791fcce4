import type { Locale } from '@/lib/domain/locales'
import { makePdf } from '@/lib/pdf/document'
import { onEveryPage } from '@/lib/pdf/every-page'
import { ensureSpace, leftOf, widthOf } from '@/lib/pdf/page'
import type { Drawing } from '@/lib/pdf/slices'
import { drawFitted, fit, type Fitted, ruler } from '@/lib/pdf/text'

import type { Cells, CertificateContent, Line, ShownGroup, Table } from './content'

type Document = PDFKit.PDFDocument

const MARGINS = { top: 54, bottom: 64, left: 54, right: 54 }
const INK = '#191a17'
const QUIET = '#5f625b'
const RULE = '#dcdcd6'
const ACCENT = '#14532d'
const SHADE = '#f3f5f1'
const WARNING = '#8a3b12'
const WARNING_SHADE = '#fdf1e7'

/** A PDF (A4). The same content gives the same bytes. */
export function renderCertificate(
  content: CertificateContent,
  { at, locale, signal }: { at: Date; locale: Locale; signal?: AbortSignal },
): Promise<Uint8Array<ArrayBuffer>> {
  const meta = {
    title: `${content.title}: ${content.subject}`,
    subject: content.title,
    creator: 'Panel Rejestrów',
    at,
    margins: MARGINS,
    locale,
    signal,
  }
  const { none } = content
  return makePdf(meta, function* (document) {
    drawHead(document, content)
    drawFacts(document, content.facts)
    if (content.periods) yield* drawTable(document, content.periods, { none, shares: EVEN })
    if (content.versions) yield* drawTable(document, content.versions, { none, shares: WIDE_END })
    if (content.groups) yield* drawGroups(document, content.groups)
    yield* drawTable(document, content.events, { none, shares: NARROW_MIDDLE })
    yield* drawTable(document, content.changes, { none, shares: WIDE_END })
    drawLimits(document, content.limits)
    yield* drawFooters(document, content, locale)
  })
}

function drawHead(document: Document, { title, subject, statement, warning }: CertificateContent): void {
  const [left, width] = [leftOf(document), widthOf(document)]
  document.font('semibold').fontSize(19).fillColor(ACCENT).text(title, left, document.y, { width })
  document.moveDown(0.3).fontSize(12).fillColor(INK).text(subject, { width, lineGap: 1.5 })
  document.moveDown(0.7).font('regular').fontSize(9.5).text(statement.join(' '), { width, lineGap: 2.5 })
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
    ensureSpace(document, height)
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

/** Shares of the width. */
const EVEN = [0.25, 0.25, 0.5] as const
const WIDE_END = [0.25, 0.29, 0.46] as const
const NARROW_MIDDLE = [0.25, 0.1, 0.65] as const

type Look = { readonly none: string; readonly shares: Shares }

function drawTitle(document: Document, title: string): void {
  document.y += 20
  ensureSpace(document, 70)
  document.font('semibold').fontSize(11).fillColor(ACCENT)
  document.text(title, leftOf(document), document.y, { width: widthOf(document) })
  document.y += 6
}

function* drawTable(document: Document, { title, columns, rows }: Table, { none, shares }: Look): Drawing {
  drawTitle(document, title)
  const fitRow = rowFitter(document, shares)
  let isEmpty = true
  for (const row of rows) {
    if (isEmpty) drawHeading(document, columns, shares)
    isEmpty = false
    const cells = fitRow(row)
    const height = Math.max(...cells.map((cell) => cell.height)) + 8
    if (ensureSpace(document, height)) drawHeading(document, columns, shares)
    drawCells(document, cells, { shares, height })
    drawRule(document)
    yield
  }
  if (isEmpty) document.font('regular').fontSize(9).fillColor(QUIET).text(none)
}

type Groups = { readonly title: string; readonly items: readonly ShownGroup[] }

/** Lists may go over many pages, so they flow. */
function* drawGroups(document: Document, { title, items }: Groups): Drawing {
  const options = { width: widthOf(document), lineGap: 1.5 }
  drawTitle(document, title)
  for (const { times, lists } of items) {
    ensureSpace(document, 40)
    document.font('semibold').fontSize(8.5).fillColor(INK).text(times, leftOf(document), document.y, options)
    document.font('regular')
    for (const { label, value } of lists) yield* drawFlow(document, `${label}: ${value}`)
    document.y += 6
  }
}

const LINE = 12

/** Line by line: of tens of thousands of values the library's own wrapping takes many seconds. */
function* drawFlow(document: Document, text: string): Drawing {
  const [width, measure] = [widthOf(document), ruler(document)]
  let [line, used] = ['', 0]
  const draw = () => {
    ensureSpace(document, LINE)
    const top = document.y
    document.text(line, leftOf(document), top, used > width ? { width } : { lineBreak: false })
    document.y = Math.max(document.y, top + LINE)
  }
  for (const part of text.split(/(?<= )/)) {
    const wide = measure(part)
    if (used + wide > width && line !== '') {
      draw()
      yield
      ;[line, used] = ['', 0]
    }
    line += part
    used += wide
  }
  draw()
}

function drawLimits(document: Document, { title, items }: CertificateContent['limits']): void {
  drawTitle(document, title)
  const options = { width: widthOf(document), lineGap: 1.5 }
  for (const item of items) {
    document.font('regular').fontSize(8.5)
    ensureSpace(document, document.heightOfString(item, options) + 4)
    document.fillColor(QUIET).text(item, leftOf(document), document.y, options)
    document.y += 4
  }
}

type Shares = readonly [number, number, number]

function drawHeading(document: Document, columns: Cells, shares: Shares): void {
  document.rect(leftOf(document), document.y, widthOf(document), 17).fill(SHADE)
  document.font('semibold').fontSize(8).fillColor(QUIET)
  const [top, width] = [document.y, widthOf(document)]
  let left = leftOf(document)
  columns.forEach((text, index) => {
    const share = (shares[index] ?? 0) * width
    document.text(text, left + 4, top + 4, { width: share - 8 })
    left += share
  })
  document.y = top + 17
}

const useRowFont = (document: Document): Document => document.font('regular').fontSize(8.5)

/** What stands on each row once, the widths of letters, is found out once. */
function rowFitter(document: Document, shares: Shares): (row: Cells) => readonly Fitted[] {
  const measure = ruler(useRowFont(document))
  const widths = shares.map((share) => share * widthOf(document) - 8)
  return (row) => {
    useRowFont(document)
    return row.map((text, index) => fit(document, text, { width: widths[index] ?? 0, measure }))
  }
}

function drawCells(document: Document, cells: readonly Fitted[], { shares, height }: Placing): void {
  useRowFont(document).fillColor(INK)
  const [top, width] = [document.y, widthOf(document)]
  let left = leftOf(document)
  cells.forEach((cell, index) => {
    drawFitted(document, cell, { left: left + 4, top: top + 4 })
    left += (shares[index] ?? 0) * width
  })
  document.y = top + height
}

type Placing = { readonly shares: Shares; readonly height: number }

function drawFooters(document: Document, { footer }: CertificateContent, locale: Locale): Drawing {
  return onEveryPage(
    document,
    ({ left, right, top, width, pageOf }) => {
      document.font('regular').fontSize(7.5).fillColor(QUIET)
      document.text(footer, left, top + 20, { width: width - 90 })
      document.text(pageOf, right - 80, top + 20, { width: 80, align: 'right' })
    },
    locale,
  )
}
