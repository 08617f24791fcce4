import type { PanelAnswer } from '@/lib/client/client'
import type { EventSeverity } from '@/lib/domain/events/event-kinds'
import { createStore, type Store } from '@/lib/domain/store'

export type FeedEvent = PanelAnswer<'events.list'>['items'][number]
export type EventReview = NonNullable<FeedEvent['review']>
export type SeverityCounts = Readonly<Record<EventSeverity, number>>
type FirstPage = PanelAnswer<'events.list'>
type Updates = PanelAnswer<'events.updates'>

export interface Feed {
  /** Events that arrived since the page was opened and are shown, newest first. */
  readonly shown: readonly FeedEvent[]
  /** Events that arrived since and wait to be shown, in batches as received, ascending. */
  readonly waiting: readonly (readonly FeedEvent[])[]
  readonly waitingCount: number
  readonly since: number
  /** The newest event that is shown or was there when the page was opened; waiting events are newer. */
  readonly seen: number
  readonly more: boolean
  readonly failures: number
  readonly unread: number
  readonly reading: Updates['reading']
  /** Marks set on this page, which override those of the events. */
  readonly marks: ReadonlyMap<number, boolean>
  /** All events up to this one were marked as read on this page. */
  readonly readUpTo: number
  /** Reviews that changed since the page was opened, by announcement; they override those of the events. */
  readonly reviews: ReadonlyMap<number, EventReview>
  readonly latestReview: number
}

export const openFeed = ({ latest, latest_review: latestReview, unread, reading }: FirstPage): Feed => ({
  shown: [],
  waiting: [],
  waitingCount: 0,
  since: latest,
  seen: latest,
  more: false,
  failures: 0,
  unread,
  reading,
  marks: new Map(),
  readUpTo: 0,
  reviews: new Map(),
  latestReview,
})

/** Adds each event once: events up to the position already reached are ignored. */
export function withUpdates(feed: Feed, answer: Updates): Feed {
  const { items, next_since: nextSince, more, unread, reading, reviews, latest_review: latestReview } = answer
  const newEvents = items.filter(({ id }) => id > feed.since)
  return {
    ...withReviews(feed, reviews),
    latestReview: Math.max(feed.latestReview, latestReview),
    waiting: newEvents.length > 0 ? [...feed.waiting, newEvents] : feed.waiting,
    waitingCount: feed.waitingCount + newEvents.length,
    since: Math.max(feed.since, nextSince),
    more,
    failures: 0,
    unread,
    reading,
  }
}

/** An event that a list of events to review shows stays there with its mark, so that no row jumps. */
export function withReviews(feed: Feed, changed: Updates['reviews']): Feed {
  if (changed.length === 0) return feed
  const reviews = new Map(feed.reviews)
  for (const { id, review } of changed) reviews.set(id, review)
  return { ...feed, reviews }
}

/** The first event of its announcement, which names its review. */
const announcementOf = ({ id, also }: FeedEvent): number => Math.min(id, ...also.map((other) => other.id))

export const reviewOf = (event: FeedEvent, { reviews }: Pick<Feed, 'reviews'>): EventReview | null =>
  reviews.get(announcementOf(event)) ?? event.review

export const hasReview = (review: EventReview | null): boolean => review !== null && review.reviewed !== null

/** The events that were reviewed, or were no longer, since they were loaded. */
const reviewedSince = (events: readonly FeedEvent[], feed: Feed) =>
  feed.reviews.size === 0
    ? []
    : events.flatMap((event) => {
        const [wasReviewed, isReviewed] = [event.review, reviewOf(event, feed)].map((review) => hasReview(review))
        return wasReviewed === isReviewed ? [] : [{ event, isReviewed }]
      })

/** How many shown events of a list of events to review need no review any more. */
export const countReviewed = (events: readonly FeedEvent[], feed: Feed): number =>
  reviewedSince(events, feed).filter(({ isReviewed }) => isReviewed).length

interface CountOptions {
  readonly first: Pick<FirstPage, 'by_severity'>
  readonly events: readonly FeedEvent[]
  readonly isOpenOnly: boolean
}

/** The events of each severity: as the list was loaded, with those shown since, without those reviewed since. */
export function severityCounts(feed: Feed, { first, events, isOpenOnly }: CountOptions): SeverityCounts {
  const counts = { ...first.by_severity }
  for (const { severity } of feed.shown) counts[severity] += 1
  if (!isOpenOnly) return counts
  for (const { event, isReviewed } of reviewedSince(events, feed)) counts[event.severity] -= isReviewed ? 1 : 0
  return counts
}

export const withFailure = (feed: Feed): Feed => ({ ...feed, failures: feed.failures + 1 })

export const withWaitingShown = (feed: Feed): Feed => ({
  ...feed,
  shown: [...feed.waiting.flat().reverse(), ...feed.shown],
  waiting: [],
  waitingCount: 0,
  seen: feed.since,
})

export function withMarks(feed: Feed, ids: readonly number[], isRead: boolean): Feed {
  const marks = new Map(feed.marks)
  for (const id of ids) marks.set(id, isRead)
  return { ...feed, marks }
}

/** Shown events become read; waiting ones do not. */
export const allRead = (feed: Feed): Feed => ({ ...feed, marks: new Map(), readUpTo: feed.seen })

export function isUnread(event: FeedEvent, { marks, readUpTo }: Pick<Feed, 'marks' | 'readUpTo'>): boolean {
  const mark = marks.get(event.id)
  if (mark !== undefined) return !mark
  return event.id > readUpTo && event.is_unread
}

export interface FeedStore extends Pick<Store<Feed>, 'read' | 'subscribe'> {
  readonly change: (step: (feed: Feed) => Feed) => void
}

/** The store is outside React, so that a batch of a catch-up does not cause a render each. */
export function createFeedStore(first: FirstPage): FeedStore {
  const { read, write, subscribe } = createStore(openFeed(first))
  return { read, subscribe, change: (step) => write(step(read())) }
}
