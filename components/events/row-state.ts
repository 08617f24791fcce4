import type { SelectedRows } from '@/components/shared/use-selected-rows'

import type { EventRowProps } from './event-row'
import { beginsDay } from './event-sizes'
import { type Feed, type FeedEvent, isUnread, reviewOf } from './feed-store'
import type { EventPages } from './use-event-pages'

export interface EventListState {
  readonly feed: Feed
  readonly list: EventPages['list']
  readonly events: readonly FeedEvent[]
  readonly selection: SelectedRows<FeedEvent>
  /** Shown beside the list; a page without it shows details in a dialog. */
  readonly openEvent: FeedEvent | undefined
}
type RowState = Omit<EventRowProps, 'top' | 'height' | 'dayHeight' | 'isActive' | 'actions'>

/** What a row shows of the list's state, wherever the row is drawn. */
export const rowStateOf = (
  { feed, list, events, selection, openEvent }: EventListState,
  event: FeedEvent,
  index: number,
): RowState => ({
  event,
  review: reviewOf(event, feed),
  index,
  total: list.hasNextPage ? -1 : events.length,
  isUnread: isUnread(event, feed),
  isOpen: event.id === openEvent?.id,
  isSelected: selection.has(event),
  hasDay: beginsDay(events, index),
})
