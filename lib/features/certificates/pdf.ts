import type { Locale } from '@/lib/domain/format/locales'
import { drawFacts, drawHeading, drawNote, drawParagraph, drawRemark, drawTitle } from '@/lib/pdf/blocks'
import { makePdf } from '@/lib/pdf/document'
import { drawFooters } from '@/lib/pdf/footer'
import { ensureSpace, pageLeft, pageWidth, palette } from '@/lib/pdf/page'
import type { DrawingSteps } from '@/lib/pdf/slices'
import { drawTable, type PdfRow } from '@/lib/pdf/table'
import { ruler } from '@/lib/pdf/text'

import type { CertificateContent, CertificateTable, WatchedGroup } from './content'

type Document = PDFKit.PDFDocument

/** Renders an A4 PDF. The same content results in the same bytes. */
export function renderCertificate(
  content: CertificateContent,
  { at, locale, signal }: { at: Date; locale: Locale; signal?: AbortSignal },
): Promise<Uint8Array<ArrayBuffer>> {
  const meta = {
    title: `${content.title}: ${content.subject}`,
    subject: content.title,
    creator: 'Panel Rejestrów',
    at,
    locale,
    signal,
  }
  const { none } = content
  return makePdf(meta, function* (document) {
    drawHead(document, content)
    yield* drawFacts(document, content.facts)
    if (content.periods) yield* drawSection(document, content.periods, { none, shares: EVEN })
    if (content.versions) yield* drawSection(document, content.versions, { none, shares: WIDE_END })
    if (content.groups) yield* drawGroups(document, content.groups)
    yield* drawSection(document, content.events, { none, shares: NARROW_MIDDLE })
    yield* drawSection(document, content.changes, { none, shares: WIDE_END })
    drawHeading(document, content.limits.title)
    for (const item of content.limits.items) drawRemark(document, item)
    yield* drawFooters(document, { lines: [content.footer], locale })
  })
}

function drawHead(document: Document, { title, subject, statement, warning }: CertificateContent): void {
  drawTitle(document, { title, subject })
  drawParagraph(document, statement.join(' '))
  if (warning !== undefined) drawNote(document, warning)
}

const EVEN = [0.25, 0.25, 0.5] as const
const WIDE_END = [0.25, 0.29, 0.46] as const
const NARROW_MIDDLE = [0.25, 0.1, 0.65] as const

type SectionLayout = { readonly none: string; readonly shares: readonly [number, number, number] }

function drawSection(document: Document, table: CertificateTable, { none, shares }: SectionLayout): DrawingSteps {
  drawHeading(document, table.title)
  return drawTable(document, {
    columns: shares.map((width, at) => ({ label: table.columns[at] ?? '', width })),
    rows: rowsIn(table),
    none,
  })
}

function* rowsIn({ rows }: CertificateTable): Iterable<PdfRow> {
  for (const cells of rows) yield { cells }
}

type Groups = { readonly title: string; readonly items: readonly WatchedGroup[] }

/** Lists may continue over many pages, so they are drawn as flowing text. */
function* drawGroups(document: Document, { title, items }: Groups): DrawingSteps {
  const options = { width: pageWidth(document), lineGap: 1.5 }
  drawHeading(document, title)
  for (const { times, lists } of items) {
    ensureSpace(document, 40)
    document.font('semibold').fontSize(8.5).fillColor(palette.ink).text(times, pageLeft(document), document.y, options)
    document.font('regular')
    for (const { label, value } of lists) yield* drawFlow(document, `${label}: ${value}`)
    document.y += 6
  }
}

const LINE = 12

/** Draws line by line, because the library's wrapping takes many seconds for tens of thousands of values. */
function* drawFlow(document: Document, text: string): DrawingSteps {
  const [width, measure] = [pageWidth(document), ruler(document)]
  let [line, used] = ['', 0]
  const draw = () => {
    ensureSpace(document, LINE)
    const top = document.y
    document.text(line, pageLeft(document), top, used > width ? { width } : { lineBreak: false })
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
