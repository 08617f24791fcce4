import { type NoticeList, noticeLists, type NoticeTerms } from '@/lib/domain/bzp/notice-filter'

/** In the order of the interface, after the lists. */
export const noticeLimits = ['value_from', 'value_to', 'min_days_to_offer'] as const
export type NoticeLimit = (typeof noticeLimits)[number]

export type ListCondition = { readonly kind: 'list'; readonly list: NoticeList; readonly values: readonly string[] }
export type LimitCondition = { readonly kind: 'limit'; readonly limit: NoticeLimit; readonly bound: number }
/** A non-empty list or a limit. A notice matches a filter if it satisfies every condition. */
export type Condition = ListCondition | LimitCondition

const termsOf = (terms: NoticeTerms): Readonly<Record<NoticeList, readonly string[]>> => ({
  keywords: terms.keywords,
  exclude_keywords: terms.excluded,
  cpv: terms.cpv,
  provinces: terms.provinceCodes,
  cities: terms.cityKeys,
  authorities: terms.authorityParts,
  order_types: terms.orderTypes,
})

const limitsOf = (terms: NoticeTerms): Readonly<Record<NoticeLimit, number | null>> => ({
  value_from: terms.valueFrom,
  value_to: terms.valueTo,
  min_days_to_offer: terms.minDaysToOffer,
})

/** Lists in their order, then limits. Empty lists are no conditions. */
export function conditionsOf(terms: NoticeTerms): Condition[] {
  const values = termsOf(terms)
  const bounds = limitsOf(terms)
  const lists = noticeLists.filter((list) => values[list].length > 0)
  return [
    ...lists.map((list): Condition => ({ kind: 'list', list, values: values[list] })),
    ...noticeLimits.flatMap((limit): Condition[] => {
      const bound = bounds[limit]
      return bound === null ? [] : [{ kind: 'limit', limit, bound }]
    }),
  ]
}

/**
 * Evaluation order: words cost the same for any number of notices, columns get cheaper with fewer, and phrases are
 * searched in each remaining notice.
 */
function costOf(condition: Condition): number {
  if (condition.kind === 'limit') return 1
  const { list, values } = condition
  if (list === 'keywords') return values.some((value) => value.includes(' ')) ? 2 : 0
  return list === 'exclude_keywords' ? 3 : 1
}

export const inOrderOfCost = (conditions: readonly Condition[]): Condition[] =>
  [...conditions].sort((a, b) => costOf(a) - costOf(b))
