import type { Locale } from '@/lib/domain/format/locales'
import { drawFacts, drawHeading, drawNote, drawParagraph, drawRemark, drawTitle } from '@/lib/pdf/blocks'
import { makePdf } from '@/lib/pdf/document'
import { drawFooters } from '@/lib/pdf/footer'
import type { DrawingSteps } from '@/lib/pdf/slices'
import { drawTable, type PdfRow } from '@/lib/pdf/table'

import type { EvidenceContent, EvidenceSection } from './content'
import type { EvidenceTable } from './section-parts'

type Document = PDFKit.PDFDocument

/** Renders a PDF (A4). The same content gives the same bytes. */
export function renderEvidence(
  content: EvidenceContent,
  { at, locale, signal }: { readonly at: Date; readonly locale: Locale; readonly signal?: AbortSignal },
): Promise<Uint8Array<ArrayBuffer>> {
  const { title, subject } = content
  const meta = { title: `${title}: ${subject}`, subject: title, creator: 'Panel Rejestrów', at, locale, signal }
  return makePdf(meta, function* (document) {
    drawTitle(document, { title, subject })
    drawParagraph(document, content.statement)
    yield* drawFacts(document, content.facts)
    for (const section of content.sections) yield* drawSection(document, section, content)
    drawHeading(document, content.limits.title)
    for (const item of content.limits.items) drawRemark(document, item)
    yield* drawFooters(document, { lines: [content.footer], locale })
  })
}

type Texts = Pick<EvidenceContent, 'none' | 'unreadable'>

function* drawSection(document: Document, section: EvidenceSection, { none, unreadable }: Texts): DrawingSteps {
  const { title, requests, body, remarks } = section
  drawHeading(document, title)
  for (const remark of remarks) drawRemark(document, remark)
  if (body === undefined) drawNote(document, unreadable)
  if (body?.facts) yield* drawFacts(document, body.facts)
  if (body?.table) yield* drawRows(document, body.table, none)
  document.y += 4
  for (const note of body?.notes ?? []) drawRemark(document, note)
  yield* drawFacts(document, requests)
}

function* drawRows(document: Document, { columns, rows, isEmpty }: EvidenceTable, none: string): DrawingSteps {
  if (isEmpty) drawRemark(document, none)
  else yield* drawTable(document, { columns, rows: rowsIn(rows) })
}

function* rowsIn(rows: EvidenceTable['rows']): Iterable<PdfRow> {
  for (const cells of rows) yield { cells }
}
