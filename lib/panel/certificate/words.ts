import type { Locale } from '@/lib/domain/locales'

import { english } from './words-en'
import { polish } from './words-pl'

/** Every language says the same things. */
export type Words = typeof polish
export const words: Readonly<Record<Locale, Words>> = { pl: polish, en: english }
