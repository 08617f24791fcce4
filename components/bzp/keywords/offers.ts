import { foldText } from '@/lib/domain/fold'
import { distinctiveWords } from '@/lib/features/bzp/domain/distinctive-words'
import { polishStem } from '@/lib/features/bzp/domain/polish-stem'
import { type SynonymGroups, synonymsOf } from '@/lib/features/bzp/domain/synonyms'

/** A text to add to the filter, in place of a keyword or in addition to it. */
export interface Offer {
  readonly keyword: string
  readonly kind: 'stem' | 'synonym'
  readonly text: string
}

/** A keyword also matches inside words, so this text is matched already. */
const isMatched = (text: string, keywords: readonly string[]): boolean =>
  keywords.some((keyword) => foldText(text).includes(foldText(keyword)))

/** What finds more than the keyword: the same words without quotes, its stem, or single words of a phrase. */
function widerTexts(keyword: string): readonly string[] {
  const exact = /^["„](.+)["”]$/.exec(keyword)?.[1]?.trim()
  if (exact !== undefined) return [exact]
  return keyword.includes(' ') ? [polishStem(keyword), ...distinctiveWords(keyword)] : [polishStem(keyword)]
}

function offersFor(keyword: string, keywords: readonly string[], groups: SynonymGroups): readonly Offer[] {
  const wider = widerTexts(keyword).filter((text) => text !== keyword && !isMatched(text, keywords))
  const stems = wider.map((text) => ({ keyword, kind: 'stem' as const, text }))
  const synonyms = synonymsOf(groups, keyword).filter((text) => !isMatched(text, keywords))
  return [...stems, ...synonyms.map((text) => ({ keyword, kind: 'synonym' as const, text }))]
}

/** Lists other forms and synonyms of the keywords, each text once, at most `max`. */
export function makeOffers(keywords: readonly string[], groups: SynonymGroups, max: number): readonly Offer[] {
  const all = keywords.flatMap((keyword) => offersFor(keyword, keywords, groups))
  return [...new Map(all.reverse().map((offer) => [foldText(offer.text), offer])).values()].reverse().slice(0, max)
}

/** Applies an offer to the keywords: a stem replaces its keyword, which it also matches. */
export const applyOffer = (keywords: readonly string[], { kind, keyword, text }: Offer): readonly string[] =>
  kind === 'stem' ? keywords.map((each) => (each === keyword ? text : each)) : [...keywords, text]
