import type { AddressCodec } from '@/components/ui/address/use-address-search'
import { type Day, parseDay } from '@/lib/domain/calendar'
import { eventSources } from '@/lib/domain/events/sources'
import { holdsPersonalNumber } from '@/lib/domain/identifiers/personal-number'
import { tidyTags } from '@/lib/domain/tags/tags'

/** What the feed is narrowed to. */
export interface EventSearch {
  readonly sources: readonly string[]
  readonly tags: readonly string[]
  /** Id of a monitor. */
  readonly monitor: string | undefined
  /** One announcement, by the number of an event of it. */
  readonly event: number | undefined
  readonly from: Day | null
  readonly to: Day | null
}
export const noEventSearch: EventSearch = {
  sources: [],
  tags: [],
  monitor: undefined,
  event: undefined,
  from: null,
  to: null,
}

const MAX_ID_LENGTH = 100

/** Reads an address; what is not understood is left out, and a range that ends before it begins is none. */
export function readEventSearch(params: Pick<URLSearchParams, 'get' | 'getAll'>): EventSearch {
  const from = parseDay(params.get('from') ?? '')
  const to = parseDay(params.get('to') ?? '')
  const isRange = from === null || to === null || from <= to
  const requested = params.getAll('source')
  const monitor = params.get('monitor')?.slice(0, MAX_ID_LENGTH)
  return {
    sources: eventSources.filter((source) => requested.includes(source)),
    tags: tidyTags(params.getAll('tag')),
    monitor: monitor === '' ? undefined : monitor,
    event: eventIn(params.get('event') ?? ''),
    from: isRange ? from : null,
    to: isRange ? to : null,
  }
}

const eventIn = (text: string): number | undefined => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined)

/** The query part of the address, with its `?`, or nothing. */
export function writeEventSearch({ sources, tags, monitor, event, from, to }: EventSearch): string {
  const params = new URLSearchParams()
  for (const source of sources) params.append('source', source)
  for (const tag of tags) if (!holdsPersonalNumber(tag)) params.append('tag', tag)
  if (monitor !== undefined) params.set('monitor', monitor)
  if (event !== undefined) params.set('event', String(event))
  if (from) params.set('from', from)
  if (to) params.set('to', to)
  const text = params.toString()
  return text === '' ? '' : `?${text}`
}

export const eventSearchCodec: AddressCodec<EventSearch> = { read: readEventSearch, write: writeEventSearch }

export const hasEventSearch = (search: EventSearch): boolean =>
  search.tags.length > 0 || writeEventSearch({ ...search, tags: [] }) !== ''

/** The part of the query that `events.list` and `events.updates` share; absent fields are left out. */
export function toNarrowing({ sources, tags, monitor, event, from, to }: EventSearch) {
  return {
    ...(sources.length > 0 && { source: [...sources] }),
    ...(tags.length > 0 && { tag: [...tags] }),
    ...(monitor !== undefined && { monitor_id: monitor }),
    ...(event !== undefined && { event }),
    ...(from && { date_from: from }),
    ...(to && { date_to: to }),
  }
}
