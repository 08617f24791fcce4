import { type FilterContent, filterLists } from '@/lib/contract/filters'

/** What a filter held from one day on, until the next step. */
export type FilterStep = { readonly daysAgo: number; readonly createdDaysAgo: number; readonly content: FilterContent }

/** The events of the sample go back two weeks: before that nothing depends on what a filter held. */
const LAST_CHANGE_DAYS = 15
const CREATED_DAYS = 410

type Keep = (value: string, at: number, all: readonly string[]) => boolean

const narrowed = (content: FilterContent, keep: Keep): FilterContent => {
  const lists = filterLists.map((list) => [list, content[list].filter(keep)] as const)
  // Sound: every list of the content, by its name.
  return Object.fromEntries(lists) as FilterContent
}

const inFirstHalf: Keep = (_value, at, all) => at < Math.ceil(all.length / 2)
const notThird: Keep = (_value, at) => at !== 2
const none: Keep = () => false

/**
 * How the filter at a place came to hold what it holds: it grows, one of its values is taken out for nine days, and some are
 * empty for three. Oldest first.
 */
export function historyOf(content: FilterContent, index: number): FilterStep[] {
  const [created, last] = [CREATED_DAYS - index * 5, LAST_CHANGE_DAYS + index * 7]
  const step = (daysAgo: number, keep?: Keep): FilterStep => ({
    daysAgo,
    createdDaysAgo: created,
    content: keep ? narrowed(content, keep) : content,
  })
  const grows = [step(created, inFirstHalf), step(last + 40)]
  const isEmptied = index % 3 === 2
  const empties = [step(last + 21, notThird), step(last + 12), step(last + 3, none)]
  return [...grows, ...(isEmptied ? empties : [step(last + 9, notThird)]), step(last)]
}
