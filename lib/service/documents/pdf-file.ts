import { makePdf } from '@/lib/pdf/document'

import { drawBlocks, drawHead } from './pdf-body'
import type { PdfContent } from './pdf-content'
import { drawFooters } from './pdf-footer'
import { MARGINS } from './pdf-style'

/** A PDF of the content. The same content gives the same bytes. */
export function renderPdf(content: PdfContent): Promise<Uint8Array<ArrayBuffer>> {
  const meta = {
    title: `${content.title}: ${content.subject}`,
    subject: content.register,
    creator: 'Business Registers Data API',
    at: content.issuedAt,
    margins: MARGINS,
  }
  return makePdf(meta, function* (document) {
    drawHead(document, content)
    drawBlocks(document, content.blocks)
    yield* drawFooters(document, content)
  })
}
