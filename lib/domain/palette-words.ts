import enLayout from '@/messages/en/layout.json'
import enPalette from '@/messages/en/palette.json'
import plLayout from '@/messages/pl/layout.json'
import plPalette from '@/messages/pl/palette.json'

import type { Locale } from './format/locales'
import { isRegistersPage, type PageKey } from './pages'
import { registerNames } from './registers/register-names'

/** A thing on a page that people search for. */
export type Topic = keyof typeof plPalette.topics

const catalogues: Readonly<Record<Locale, typeof plPalette>> = { pl: plPalette, en: enPalette }

/** Additional search words of pages. */
const pageWords: readonly Readonly<Record<string, string>>[] = [plPalette.words, enPalette.words]

/** All search words of a page in both languages, because a user may search in either. */
export function wordsOfPage(page: PageKey): string {
  const words = isRegistersPage(page)
    ? Object.values(registerNames).map((names) => `${names[page].page} ${names[page].search}`)
    : [plLayout, enLayout].map(({ pages }) => pages[page]).concat(pageWords.flatMap((own) => own[page] ?? []))
  return words.join(' ')
}

export const titleOfTopic = (topic: Topic, locale: Locale): string => catalogues[locale].topics[topic].title

export const wordsOfTopic = (topic: Topic): string =>
  [plPalette, enPalette].map(({ topics }) => `${topics[topic].title} ${topics[topic].words}`).join(' ')
