import { underName, day, defineAddress, inOrder, key, many, number, type SearchOf, tags } from '@/lib/domain/address'
import { eventSources } from '@/lib/domain/events/sources'

/** The search of the feed in the address; `event` is one announcement, given by the number of one of its events. */
export const eventAddress = defineAddress(
  {
    sources: underName('source', many(eventSources)),
    tags: underName('tag', tags()),
    monitor: key(/^.{1,100}$/),
    event: number(1, 999_999_999_999_999),
    from: day,
    to: day,
  },
  inOrder,
)
export type EventSearch = SearchOf<typeof eventAddress>

export function toFilterQuery({ sources, tags, monitor, event, from, to }: EventSearch) {
  return {
    ...(sources.length > 0 && { source: [...sources] }),
    ...(tags.length > 0 && { tag: [...tags] }),
    ...(monitor !== undefined && { monitor_id: monitor }),
    ...(event !== undefined && { event }),
    ...(from && { date_from: from }),
    ...(to && { date_to: to }),
  }
}
