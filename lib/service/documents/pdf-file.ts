import { drawBlocks, drawHead } from './pdf-body'
import type { PdfContent } from './pdf-content'
import { fonts } from './pdf-fonts'
import { drawFooters } from './pdf-footer'
import { MARGINS } from './pdf-style'

/** A PDF (A4) of the content. The same content gives the same bytes. */
export async function renderPdf(content: PdfContent): Promise<Uint8Array<ArrayBuffer>> {
  // Loaded with the first file: whoever asks for none pays neither its time nor its memory.
  const { default: PdfDocument } = await import('pdfkit')
  const document = new PdfDocument({
    size: 'A4',
    margins: MARGINS,
    autoFirstPage: false,
    bufferPages: true,
    // No standard font: those have no Polish letters.
    font: '',
    lang: 'pl-PL',
    displayTitle: true,
    info: {
      Title: `${content.title}: ${content.subject}`,
      Subject: content.register,
      Creator: 'Business Registers Data API',
      Producer: 'Business Registers Data API',
      CreationDate: content.issuedAt,
      ModDate: content.issuedAt,
    },
  })
  const bytes = collect(document)
  for (const [name, file] of Object.entries(fonts())) document.registerFont(name, file)
  document.font('regular').addPage()
  drawHead(document, content)
  drawBlocks(document, content.blocks)
  drawFooters(document, content)
  document.end()
  return bytes
}

function collect(document: PDFKit.PDFDocument): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = []
    document.on('data', (chunk: Uint8Array) => chunks.push(chunk))
    document.on('end', () => resolve(new Uint8Array(Buffer.concat(chunks))))
    document.on('error', reject)
  })
}
