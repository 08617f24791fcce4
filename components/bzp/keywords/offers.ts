import { foldText } from '@/lib/domain/fold'
import { polishStem } from '@/lib/features/bzp/domain/polish-stem'
import { type SynonymGroups, synonymsOf } from '@/lib/features/bzp/domain/synonyms'

/** A text that could stand in the filter: in the place of a keyword, or beside it. */
export interface Offer {
  readonly keyword: string
  readonly kind: 'stem' | 'synonym'
  readonly text: string
}

/** What a keyword finds already: it is looked for as a part of words. */
const isFound = (text: string, keywords: readonly string[]): boolean =>
  keywords.some((keyword) => foldText(text).includes(foldText(keyword)))

function offersFor(keyword: string, keywords: readonly string[], groups: SynonymGroups): readonly Offer[] {
  const stem = polishStem(keyword)
  const stems = stem === keyword || isFound(stem, keywords) ? [] : [{ keyword, kind: 'stem' as const, text: stem }]
  const others = synonymsOf(groups, keyword).filter((text) => !isFound(text, keywords))
  return [...stems, ...others.map((text) => ({ keyword, kind: 'synonym' as const, text }))]
}

/** Other forms and synonyms of the keywords, each text once, at most so many. */
export function makeOffers(keywords: readonly string[], groups: SynonymGroups, max: number): readonly Offer[] {
  const all = keywords.flatMap((keyword) => offersFor(keyword, keywords, groups))
  return [...new Map(all.reverse().map((offer) => [foldText(offer.text), offer])).values()].reverse().slice(0, max)
}

/** The keywords with the offer taken: a stem replaces its keyword, which it finds too. */
export const takeOffer = (keywords: readonly string[], { kind, keyword, text }: Offer): readonly string[] =>
  kind === 'stem' ? keywords.map((each) => (each === keyword ? text : each)) : [...keywords, text]
