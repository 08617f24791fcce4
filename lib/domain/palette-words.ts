import enLayout from '@/messages/en/layout.json'
import enPalette from '@/messages/en/palette.json'
import plLayout from '@/messages/pl/layout.json'
import plPalette from '@/messages/pl/palette.json'

import type { Locale } from './format/locales'
import type { PageKey } from './pages'

/** A thing on a page that people search for. */
export type Topic = keyof typeof plPalette.topics

const catalogues: Readonly<Record<Locale, typeof plPalette>> = { pl: plPalette, en: enPalette }

/** Additional search words of pages. */
const pageWords: readonly Readonly<Record<string, string>>[] = [plPalette.words, enPalette.words]

/** All search words of a page in both languages, because a user may search in either. */
export const wordsOfPage = (page: PageKey): string =>
  [plLayout, enLayout]
    .map(({ pages }) => pages[page])
    .concat(pageWords.flatMap((words) => words[page] ?? []))
    .join(' ')

export const titleOfTopic = (topic: Topic, locale: Locale): string => catalogues[locale].topics[topic].title

export const wordsOfTopic = (topic: Topic): string =>
  [plPalette, enPalette].map(({ topics }) => `${topics[topic].title} ${topics[topic].words}`).join(' ')
