import { makePdf } from '@/lib/pdf/document'
import { drawFooters } from '@/lib/pdf/footer'

import { drawBlocks, drawHead } from './pdf-body'
import type { PdfContent } from './pdf-content'
import { warsawTime } from './polish'
import { SAMPLE_NOTICE } from './sample-notice'

/** A PDF of the content. The same content gives the same bytes. */
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
