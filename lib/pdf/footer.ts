import { defaultLocale, type Locale } from '@/lib/domain/format/locales'

import { drawRule, pageLeft, pageWidth, palette } from './page'
import type { DrawingSteps } from './slices'

const pageOf: Readonly<Record<Locale, (page: number, of: number) => string>> = {
  pl: (page, of) => `Strona ${page} z ${of}`,
  en: (page, of) => `Page ${page} of ${of}`,
}

type Footer = {
  /** Each is cut to one line of the page, the last one to two. */
  readonly lines: readonly string[]
  readonly warning?: string
  /** Polish by default. */
  readonly locale?: Locale
}

/** Drawn at the end of every page once all pages exist, with `Strona 1 z 3`. */
export function* drawFooters(document: PDFKit.PDFDocument, footer: Footer): DrawingSteps {
  const { start, count } = document.bufferedPageRange()
  for (let index = 0; index < count; index += 1) {
    document.switchToPage(start + index)
    const { margins, height } = document.page
    const { bottom } = margins
    // Text below the bottom margin would start a new page.
    margins.bottom = 0
    document.y = height - bottom + 14
    drawFooter(document, footer, pageOf[footer.locale ?? defaultLocale](index + 1, count))
    margins.bottom = bottom
    yield
  }
}

const LINE = 10.5
const NUMBER_WIDTH = 80

function drawFooter(document: PDFKit.PDFDocument, { lines, warning }: Footer, number: string): void {
  const [left, width] = [pageLeft(document), pageWidth(document)]
  drawRule(document)
  document.y += 7
  document.font('regular').fontSize(7.5).fillColor(palette.quiet)
  const top = document.y
  document.text(number, left + width - NUMBER_WIDTH, top, { width: NUMBER_WIDTH, align: 'right' })
  document.y = top
  lines.forEach((line, index) => {
    const height = index === lines.length - 1 ? 2 * LINE : LINE
    document.text(line, left, document.y, { width: width - NUMBER_WIDTH - 10, height, lineGap: 1.4, ellipsis: true })
  })
  if (warning !== undefined)
    document.fillColor(palette.warning).text(warning, left, document.y, { width, height: LINE })
}
