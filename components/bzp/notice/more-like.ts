import { cpvPrefix } from '@/lib/domain/cpv'
import { distinctiveWords } from '@/lib/features/bzp/domain/distinctive-words'

import { type AlertFilter, emptyFilter } from '../filter/alert-filter'
import type { ShownNotice } from './shown-notice'

const CLASS_DIGITS = 4

/** Drafts a filter that finds similar notices: the class of its first code, and the distinctive words of its title. */
export function moreLike({ cpv, title }: ShownNotice): AlertFilter {
  const [first] = cpv ?? []
  return {
    ...emptyFilter,
    cpv: first === undefined ? [] : [cpvPrefix(first).slice(0, CLASS_DIGITS)],
    keywords: distinctiveWords(title ?? ''),
  }
}
