import type { BzpFilter } from '@/lib/contract/bzp'
import { type NoticeList, noticeLists } from '@/lib/domain/bzp/notice-filter'
import { isSamePolishWord } from '@/lib/domain/bzp/polish-stems'
import { provinces } from '@/lib/domain/provinces'
import type { SampleNotice } from '@/lib/sample/bzp/bzp-notice'

/**
 * A naive implementation of notice filters: every notice, every value, one after another. Apart from the stems of
 * words it shares nothing with the index, so equal results are either right or based on the same misreading of the interface.
 */

/** The order of a list matters: of notices of one instant the later one counts as newer. */
export type NaiveNotice = {
  readonly notice: SampleNotice
  readonly texts: readonly string[]
  readonly authority: string
  readonly city: string
  readonly days: number | null
}

export const collapse = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .replaceAll('ł', 'l')
    .replaceAll(/[„“”«»]/g, '"')
    .replaceAll(/[‘’]/g, "'")
    .replaceAll(/[‐‑‒–—]/g, '-')
    .replaceAll('\u00AD', '')
    .replaceAll(/\s+/g, ' ')
    .trim()

export const readNaively = (notice: SampleNotice): NaiveNotice => ({
  notice,
  texts: [notice.title, notice.description, notice.authority].map(collapse),
  authority: collapse(notice.authority),
  city: collapse(notice.city),
  days:
    notice.offers_until === null
      ? null
      : Math.floor((Date.parse(notice.offers_until) - Date.parse(notice.published_at)) / 86_400_000),
})

/** Eight digits mean the branch of that code; at least two digits remain. */
function branchOf(value: string): string {
  const digits = value.replaceAll(/[\s.]/g, '').replace(/(-\d?|\*)$/, '')
  return digits.length === 8 ? digits.slice(0, 2) + digits.slice(2).replace(/0+$/, '') : digits
}

const runsOf = (word: string): string[] => word.split(/[^\p{L}\p{N}]+/u).filter((run) => run !== '')

/** Only letters, in parts joined by a hyphen or slash, have forms. */
const hasForms = (word: string): boolean => word.split(/[/-]/).every((part) => /^\p{L}+$/u.test(part))

const isForm = (wanted: string, word: string): boolean =>
  hasForms(wanted) && runsOf(wanted).every((run) => runsOf(word).some((each) => isSamePolishWord(run, each)))

/** Whether a folded line mentions a folded keyword: exactly if in quotes, otherwise in any form. */
export function mentionsNaively(line: string, keyword: string): boolean {
  const exact = /^"\s*([^"]*[^"\s])\s*"$/.exec(keyword)?.[1]
  if (exact !== undefined) {
    const text = exact.replaceAll(/[\\^$*+?.()|[\]{}/]/g, String.raw`\$&`)
    const before = /^[\p{L}\p{N}]/u.test(exact) ? String.raw`(?<![\p{L}\p{N}])` : ''
    const after = /[\p{L}\p{N}]$/u.test(exact) ? String.raw`(?![\p{L}\p{N}])` : ''
    return new RegExp(before + text + after, 'u').test(line)
  }
  if (line.includes(keyword)) return true
  const [wanted, words] = [keyword.split(' '), line.split(' ')]
  const last = wanted.length - 1
  return words.some((_, start) =>
    wanted.every((each, place) => {
      const word = words[start + place]
      if (word === undefined) return false
      const isSpelled = [word === each, place === 0 && word.endsWith(each), place === last && word.startsWith(each)]
      return isSpelled.includes(true) || isForm(each, word)
    }),
  )
}

const normaliseNip = (value: string): string => value.replaceAll(/[\s-]/g, '').replace(/^pl/i, '')
const codeOf = (province: string): string | undefined =>
  provinces.find(({ code, name }) => collapse(code) === collapse(province) || collapse(name) === collapse(province))
    ?.code

const satisfies: Readonly<Record<NoticeList, (candidate: NaiveNotice, value: string) => boolean>> = {
  keywords: ({ texts }, value) => texts.some((text) => mentionsNaively(text, collapse(value))),
  exclude_keywords: ({ texts }, value) => texts.some((text) => text.includes(collapse(value))),
  cpv: ({ notice }, value) => notice.cpv.some((code) => code.startsWith(branchOf(value))),
  provinces: ({ notice }, value) => notice.province_code === codeOf(value),
  cities: ({ city }, value) => city === collapse(value),
  authorities: ({ authority, notice }, value) =>
    authority.includes(collapse(value)) || notice.authority_nip === normaliseNip(value),
  order_types: ({ notice }, value) => notice.order_type === value,
}

function isWithinLimits({ notice, days }: NaiveNotice, filter: BzpFilter): boolean {
  const value = notice.estimated_value_pln
  if (filter.value_from !== null && (value === null || value < filter.value_from)) return false
  if (filter.value_to !== null && (value === null || value > filter.value_to)) return false
  return filter.min_days_to_offer === null || (days !== null && days >= filter.min_days_to_offer)
}

export const matchesFilter = (candidate: NaiveNotice, filter: BzpFilter): boolean =>
  isWithinLimits(candidate, filter) &&
  noticeLists.every((list) => {
    if (list === 'exclude_keywords') return !filter[list].some((value) => satisfies[list](candidate, value))
    return filter[list].length === 0 || filter[list].some((value) => satisfies[list](candidate, value))
  })

/** Finds the newest matching notice of every matching procedure, newest first. */
export function findNaively(notices: readonly NaiveNotice[], filter: BzpFilter): NaiveNotice[] {
  return newestOfEach(notices.filter((each) => matchesFilter(each, filter)))
}

export function newestOfEach(found: readonly NaiveNotice[]): NaiveNotice[] {
  const publishedAt = ({ notice }: NaiveNotice) => notice.published_at
  const sorted = [...found].reverse().sort((a, b) => compare(publishedAt(b), publishedAt(a)))
  const tenderIds = new Set<string>()
  return sorted.filter(({ notice }) => !tenderIds.has(notice.tender_id) && tenderIds.add(notice.tender_id))
}

const compare = (a: string, b: string): number => {
  if (a === b) return 0
  return a < b ? -1 : 1
}

export const countNaively = (notices: readonly NaiveNotice[], filter: BzpFilter): number =>
  new Set(notices.filter((each) => matchesFilter(each, filter)).map(({ notice }) => notice.tender_id)).size

const limits = ['value_from', 'value_to', 'min_days_to_offer'] as const
export type Part = { readonly list: NoticeList; readonly index: number } | { readonly limit: (typeof limits)[number] }

/** All values and limits of a filter. */
export const partsOf = (filter: BzpFilter): Part[] => [
  ...noticeLists.flatMap((list) => filter[list].map((_, index) => ({ list, index }))),
  ...limits.filter((limit) => filter[limit] !== null).map((limit) => ({ limit })),
]

export function withoutParts(filter: BzpFilter, parts: readonly Part[]): BzpFilter {
  const remaining = { ...filter }
  for (const list of noticeLists) {
    remaining[list] = filter[list].filter(
      (_, at) => !parts.some((part) => 'list' in part && part.list === list && part.index === at),
    )
  }
  for (const part of parts) if ('limit' in part) remaining[part.limit] = null
  return remaining
}

/**
 * The smallest number of parts to remove so that something is found, and the maximum that can then be found, by trying
 * every set of one part, of two parts …
 */
export function fewestNaively(notices: readonly NaiveNotice[], filter: BzpFilter): { size: number; count: number } {
  const parts = partsOf(filter)
  // The result of every single value for a notice, so that a try evaluates no text.
  const one: BzpFilter = { ...withoutParts(filter, parts) }
  const partMatches = notices.map((each) =>
    parts.map((part) => matchesFilter(each, { ...one, ...onlyPart(filter, part) })),
  )
  for (let size = 1; size <= parts.length; size += 1) {
    let count = 0
    for (const dropped of setsOf(parts.length, size)) {
      const remainingParts = parts.flatMap((part, at) => (dropped.has(at) ? [] : [{ part, at }]))
      const lists = noticeLists.map((list) => remainingParts.filter(({ part }) => 'list' in part && part.list === list))
      const single = remainingParts.filter(({ part }) => 'limit' in part || part.list === 'exclude_keywords')
      const anyOf = lists.filter(([first]) => first && !single.includes(first))
      const found = notices.filter((_, notice) => {
        const isSatisfied = ({ at }: { at: number }) => partMatches[notice]?.[at] === true
        return single.every(isSatisfied) && anyOf.every((list) => list.some(isSatisfied))
      })
      count = Math.max(count, new Set(found.map(({ notice }) => notice.tender_id)).size)
    }
    if (count > 0) return { size, count }
  }
  return { size: 0, count: 0 }
}

const onlyPart = (filter: BzpFilter, part: Part): Partial<BzpFilter> =>
  'limit' in part ? { [part.limit]: filter[part.limit] } : { [part.list]: [filter[part.list][part.index] ?? ''] }

function* setsOf(total: number, size: number, from = 0): Generator<Set<number>> {
  if (size === 0) {
    yield new Set()
    return
  }
  for (let first = from; first <= total - size; first += 1) {
    for (const rest of setsOf(total, size - 1, first + 1)) yield new Set([first, ...rest])
  }
}
