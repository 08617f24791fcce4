import enLayout from '@/messages/en/layout.json'
import enPalette from '@/messages/en/palette.json'
import plLayout from '@/messages/pl/layout.json'
import plPalette from '@/messages/pl/palette.json'

import type { Locale } from './locales'

/** A page that has a name and words of its own. */
export type WordedPage = keyof typeof plPalette.words
/** Something that people look for and that stands on a page. */
export type Topic = keyof typeof plPalette.topics

const catalogues: Readonly<Record<Locale, typeof plPalette>> = { pl: plPalette, en: enPalette }

/** All that a page is found by, in both languages: whoever reads one may think in the other. */
export const wordsOfPage = (page: WordedPage): string =>
  [plLayout, enLayout]
    .map(({ pages }) => pages[page])
    .concat(plPalette.words[page], enPalette.words[page])
    .join(' ')

export const titleOfTopic = (topic: Topic, locale: Locale): string => catalogues[locale].topics[topic].title

export const wordsOfTopic = (topic: Topic): string =>
  [plPalette, enPalette].map(({ topics }) => `${topics[topic].title} ${topics[topic].words}`).join(' ')
