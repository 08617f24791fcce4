import inter from '@/data/pdf-fonts/inter.json'
import { defaultLocale, type Locale } from '@/lib/domain/format/locales'
import { stripBidiControls } from '@/lib/domain/format/plain-direction'

import { margins } from './page'
import { type DrawingSteps, runInSlices } from './slices'

/** Number of pages of a PDF of this project, whose page tree has one level; undefined if it is not found. */
export function countPdfPages(bytes: Uint8Array): number | undefined {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  const count = /\/Type \/Pages\s[^>]*?\/Count (\d+)/.exec(text)?.[1]
  return count === undefined ? undefined : Number(count)
}

let decodedFonts: { regular: Buffer; semibold: Buffer } | undefined

/** TrueType files with Polish letters. */
export function fonts() {
  decodedFonts ??= { regular: Buffer.from(inter.regular, 'base64'), semibold: Buffer.from(inter.semibold, 'base64') }
  return decodedFonts
}

export type PdfMeta = {
  readonly title: string
  readonly subject: string
  readonly creator: string
  /** The instant of the content; the file contains no other time of creation. */
  readonly at: Date
  /** Polish by default. */
  readonly locale?: Locale
  /** Aborted when the file is not needed any more: then generation stops and the promise rejects with the reason. */
  readonly signal?: AbortSignal | undefined
}

/**
 * A PDF (A4) with the fonts `regular` and `semibold`, which have Polish letters. The same content gives the same bytes.
 * Pages are held until the end, so that each can show the total. A long file is generated in slices, between which
 * other requests are answered.
 */
export async function makePdf(
  { title, subject, creator, at, locale = defaultLocale, signal }: PdfMeta,
  draw: (document: PDFKit.PDFDocument) => DrawingSteps,
): Promise<Uint8Array<ArrayBuffer>> {
  // Loaded with the first file, so that processes that make none spend neither time nor memory on it.
  const { default: PdfDocument } = await import('pdfkit')
  const document = new PdfDocument({
    size: 'A4',
    margins: { ...margins },
    autoFirstPage: false,
    bufferPages: true,
    // Standard fonts have no Polish letters.
    font: '',
    lang: locale === 'pl' ? 'pl-PL' : 'en-GB',
    displayTitle: true,
    info: { Title: title, Subject: subject, Creator: creator, Producer: creator, CreationDate: at, ModDate: at },
  })
  const bytes = collect(document)
  closeWhenFull(document)
  for (const [name, file] of Object.entries(fonts())) document.registerFont(name, file)
  drawWithoutDirectionMarks(document)
  document.font('regular').addPage()
  await runInSlices(draw(document), signal)
  await runInSlices(endPages(document), signal)
  document.end()
  return bytes
}

/** Texts are drawn character by character: a direction mark would appear as a box and reverse copied text. */
function drawWithoutDirectionMarks(document: PDFKit.PDFDocument): void {
  const text = document.text.bind(document)
  // Safe: the text is the first argument of every overload.
  document.text = (content: string, ...rest: []) => text(stripBidiControls(content), ...rest)
}

/**
 * Compresses a page when the next one begins, because a thousand uncompressed pages do not fit into memory. Later
 * additions to the page are a second stream.
 */
function closeWhenFull(document: PDFKit.PDFDocument): void {
  let last: PDFKit.PDFPage | undefined
  document.on('pageAdded', () => {
    if (last) closeBody(document, last)
    last = document.page
  })
}

function closeBody(document: PDFKit.PDFDocument, page: PDFKit.PDFPage): void {
  const body = page.content
  // The types require a chunk, which is optional.
  body.end(undefined)
  page.content = document.ref({})
  Object.assign(page.dictionary.data, { Contents: [body, page.content] })
}

/** Does in steps what `end` does for all pages at once. */
function* endPages(document: PDFKit.PDFDocument): DrawingSteps {
  const { start, count } = document.bufferedPageRange()
  for (let index = 0; index < count; index += 1) {
    document.switchToPage(start + index)
    document.page.end()
    document.page.end = () => undefined
    yield
  }
}

function collect(document: PDFKit.PDFDocument): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = []
    document.on('data', (chunk: Uint8Array) => chunks.push(chunk))
    document.on('end', () => resolve(new Uint8Array(Buffer.concat(chunks))))
    document.on('error', reject)
  })
}
