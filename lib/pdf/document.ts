import { fonts } from './fonts'

export type PdfMeta = {
  readonly title: string
  readonly subject: string
  readonly creator: string
  /** The instant that the content is of; nothing else in the file tells when it was made. */
  readonly at: Date
  readonly margins: { readonly top: number; readonly bottom: number; readonly left: number; readonly right: number }
}

/**
 * A PDF (A4) with the fonts `regular` and `semibold`, which have the Polish letters. The same content gives the same
 * bytes. Pages are kept until the end, so that each can say how many there are.
 */
export async function makePdf(
  { title, subject, creator, at, margins }: PdfMeta,
  draw: (document: PDFKit.PDFDocument) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  // Loaded with the first file: whoever asks for none pays neither its time nor its memory.
  const { default: PdfDocument } = await import('pdfkit')
  const document = new PdfDocument({
    size: 'A4',
    margins: { ...margins },
    autoFirstPage: false,
    bufferPages: true,
    // No standard font: those have no Polish letters.
    font: '',
    lang: 'pl-PL',
    displayTitle: true,
    info: { Title: title, Subject: subject, Creator: creator, Producer: creator, CreationDate: at, ModDate: at },
  })
  const bytes = collect(document)
  for (const [name, file] of Object.entries(fonts())) document.registerFont(name, file)
  document.font('regular').addPage()
  draw(document)
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
