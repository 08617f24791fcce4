import type { Locale } from '@/lib/domain/format/locales'

import { english } from './words-en'
import { type Words, polish } from './words-pl'
export const certificateWords: Readonly<Record<Locale, Words>> = { pl: polish, en: english }
