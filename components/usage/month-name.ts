import type { Month } from '@/lib/domain/calendar'
import { formatMonth } from '@/lib/domain/format/format'
import type { Locale } from '@/lib/domain/format/locales'

/** `listopad 2026`, `November 2026`. */
export const monthName = (month: Month, locale: Locale): string => formatMonth(`${month}-01`, locale)
