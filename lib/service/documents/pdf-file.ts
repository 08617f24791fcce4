import { attachment } from '@/lib/http/attachment'
import { makePdf } from '@/lib/pdf/document'
import { drawFooters } from '@/lib/pdf/footer'

import { drawBlocks, drawHead } from './pdf-body'
import { type PdfContent, SAMPLE_NOTICE } from './pdf-content'
import { warsawTime } from './polish'

type File = {
  readonly body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>
  readonly type: 'application/pdf' | 'application/xml' | 'application/zip'
  /** What it is saved as; may hold anything. */
  readonly name: string
}

/** The bytes as a download, with their length where it is known before the last one. */
export function fileAnswer({ body, type, name }: File): Response {
  const headers: Record<string, string> = { 'content-type': type, 'content-disposition': attachment(name) }
  if (body instanceof Uint8Array) headers['content-length'] = String(body.byteLength)
  return new Response(body, { headers })
}

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
