import enLayout from '@/messages/en/layout.json'
import enPalette from '@/messages/en/palette.json'
import plLayout from '@/messages/pl/layout.json'
import plPalette from '@/messages/pl/palette.json'

import type { Locale } from './format/locales'
import type { PageKey } from './pages'

/** Something that people look for and that stands on a page. */
export type Topic = keyof typeof plPalette.topics

const catalogues: Readonly<Record<Locale, typeof plPalette>> = { pl: plPalette, en: enPalette }

/** Words of pages that are found by more than their name. */
const pageWords: readonly Readonly<Record<string, string>>[] = [plPalette.words, enPalette.words]

/** All that a page is found by, in both languages: whoever reads one may think in the other. */
export const wordsOfPage = (page: PageKey): string =>
  [plLayout, enLayout]
    .map(({ pages }) => pages[page])
    .concat(pageWords.flatMap((words) => words[page] ?? []))
    .join(' ')

export const titleOfTopic = (topic: Topic, locale: Locale): string => catalogues[locale].topics[topic].title

export const wordsOfTopic = (topic: Topic): string =>
  [plPalette, enPalette].map(({ topics }) => `${topics[topic].title} ${topics[topic].words}`).join(' ')
