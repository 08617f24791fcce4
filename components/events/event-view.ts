import type { EventReview, Feed, FeedEvent } from './feed-store'
import type { EventReviews } from './use-event-reviews'

/** Of the element around the field of the note, to which a key leads. */
export const NOTE_ID = 'event-note'

export interface EventViewProps {
  readonly event: FeedEvent
  readonly review: EventReview | null
  readonly feed: Feed
  readonly reviews: EventReviews
  readonly isUnread: boolean
  /** Whether the note gets the focus. */
  readonly isNoting: boolean
  readonly onToggleRead: () => void
  readonly onClose: () => void
}

export type ViewProps = Omit<EventViewProps, 'onClose'>
