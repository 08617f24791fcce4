import { defaultLocale, type Locale } from '@/lib/domain/locales'

import type { Drawing } from './slices'

const pageOf: Readonly<Record<Locale, (page: number, of: number) => string>> = {
  pl: (page, of) => `Strona ${page} z ${of}`,
  en: (page, of) => `Page ${page} of ${of}`,
}

/** Where something may stand below the text of a page; points, from the top left corner. */
export type PageEnd = {
  readonly left: number
  readonly right: number
  /** Where the bottom margin begins. */
  readonly top: number
  /** From the left margin to the right one. */
  readonly width: number
  /** `Strona 1 z 3`. */
  readonly pageOf: string
}

/** Draws at the end of every page, once all of them are there. */
export function* onEveryPage(
  document: PDFKit.PDFDocument,
  draw: (end: PageEnd) => void,
  locale: Locale = defaultLocale,
): Drawing {
  const { start, count } = document.bufferedPageRange()
  for (let index = 0; index < count; index += 1) {
    document.switchToPage(start + index)
    const { margins, width, height } = document.page
    const { left, bottom } = margins
    const right = width - margins.right
    // Text below the bottom margin would begin a new page.
    margins.bottom = 0
    draw({ left, right, top: height - bottom, width: right - left, pageOf: pageOf[locale](index + 1, count) })
    margins.bottom = bottom
    yield
  }
}
