import type { Article } from '@/lib/features/help/domain/articles'
import enHelp from '@/messages/en/help.json'
import enLayout from '@/messages/en/layout.json'
import enPalette from '@/messages/en/palette.json'
import plHelp from '@/messages/pl/help.json'
import plLayout from '@/messages/pl/layout.json'
import plPalette from '@/messages/pl/palette.json'

import type { Locale } from './format/locales'
import { isRegistersPage, type PageKey } from './pages'
import { registerNames } from './registers/register-names'

const help: Readonly<Record<Locale, typeof plHelp>> = { pl: plHelp, en: enHelp }

/** Additional search words of pages. */
const pageWords: readonly Readonly<Record<string, string>>[] = [plPalette.words, enPalette.words]

/** All search words of a page in both languages, because a user may search in either. */
export function wordsOfPage(page: PageKey): string {
  const words = isRegistersPage(page)
    ? Object.values(registerNames).map((names) => `${names[page].page} ${names[page].search}`)
    : [plLayout, enLayout].map(({ pages }) => pages[page]).concat(pageWords.flatMap((own) => own[page] ?? []))
  return words.join(' ')
}

export const titleOfArticle = (article: Article, locale: Locale): string => help[locale].articles[article].title

export const wordsOfArticle = (article: Article): string =>
  Object.values(help)
    .map(({ articles }) => `${articles[article].title} ${articles[article].words}`)
    .join(' ')
