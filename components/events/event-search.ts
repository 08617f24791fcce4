import {
  day,
  defineAddress,
  id,
  inOrder,
  key,
  many,
  number,
  optionalOneOf,
  type SearchOf,
  tags,
  text,
  underName,
} from '@/lib/domain/address'
import { addDays, type Day } from '@/lib/domain/calendar'
import { eventKinds, eventSeverities } from '@/lib/domain/events/event-kinds'
import { eventSources } from '@/lib/domain/events/sources'
import type { Locale } from '@/lib/domain/format/locales'

/** In the order of the page. */
export const shownStates = ['open', 'reviewed', 'all'] as const
export type ShownState = (typeof shownStates)[number]

export const quickRanges = ['today', 'yesterday', 'week'] as const
type QuickRange = (typeof quickRanges)[number]

/** Equals the contract's limit, whose module would load the schemas. */
const MAX_TEXT = 100

/** A quick range stays relative, so that a saved address moves along with the date. */
const quickOrDays = <S extends { quick: QuickRange | undefined; from: Day | null; to: Day | null }>(search: S): S =>
  inOrder(search.quick === undefined ? search : { ...search, from: null, to: null })

/**
 * The search of the feed in the address; `event` is one announcement, given by the number of one of its events;
 * `claims`: deadlines for claims at most this many days away; `notice`: what this message of a rule reported.
 */
export const eventAddress = defineAddress(
  {
    severity: optionalOneOf(eventSeverities),
    /** Undefined: the usual state of this search. */
    state: optionalOneOf(shownStates),
    q: text(2, { max: MAX_TEXT }),
    kinds: underName('kind', many(eventKinds)),
    sources: underName('source', many(eventSources)),
    tags: underName('tag', tags()),
    assignee: id,
    monitor: key(/^.{1,100}$/),
    event: number(1, 999_999_999_999_999),
    claims: number(0, 30),
    notice: id,
    quick: underName('range', optionalOneOf(quickRanges)),
    from: day,
    to: day,
  },
  quickOrDays,
)
export type EventSearch = SearchOf<typeof eventAddress>

/** An address that names an event, a monitor or a message means all of its events; otherwise the list is what is left to do. */
export const stateOf = ({ state, event, monitor, notice }: EventSearch): ShownState =>
  state ?? ([event, monitor, notice].every((each) => each === undefined) ? 'open' : 'all')

/** Whether the list leaves out events that are left to review. */
export const isPartial = (search: EventSearch): boolean =>
  stateOf(search) === 'reviewed' || eventAddress.narrows({ ...search, state: undefined })

function daysOf({ quick, from, to }: EventSearch, today: Day): Pick<EventSearch, 'from' | 'to'> {
  switch (quick) {
    case 'today':
      return { from: today, to: today }
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) }
    case 'week':
      return { from: addDays(today, -6), to: today }
    default:
      return { from, to }
  }
}

const singlesOf = ({ assignee, monitor, event, claims, notice }: EventSearch) => ({
  ...(assignee !== undefined && { assignee }),
  ...(monitor !== undefined && { monitor_id: monitor }),
  ...(event !== undefined && { event }),
  ...(claims !== undefined && { claims_within: claims }),
  ...(notice !== undefined && { notice }),
})

export function toFilterQuery(search: EventSearch, today: Day) {
  const { severity, q, kinds, sources, tags } = search
  const state = stateOf(search)
  const { from, to } = daysOf(search, today)
  return {
    ...(severity !== undefined && { severity: [severity] }),
    ...(state !== 'all' && { state }),
    ...(q !== '' && { q }),
    ...(kinds.length > 0 && { kind: [...kinds] }),
    ...(sources.length > 0 && { source: [...sources] }),
    ...(tags.length > 0 && { tag: [...tags] }),
    ...singlesOf(search),
    ...(from && { date_from: from }),
    ...(to && { date_to: to }),
  }
}
export type FilterQuery = ReturnType<typeof toFilterQuery>

/** The filter as the query of an address, with its `?`; '' for no filter. */
export function toQueryText(filter: FilterQuery & { readonly locale?: Locale }): string {
  const pairs = Object.entries(filter).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((each): [string, string] => [name, String(each)]),
  )
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`
}
