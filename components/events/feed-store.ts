import type { PanelAnswer } from '@/lib/client/client'
import { createStore, type Store } from '@/lib/domain/store'

export type FeedEvent = PanelAnswer<'events.list'>['items'][number]
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
}

export const openFeed = ({ latest, unread, reading }: FirstPage): Feed => ({
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
})

/** Adds each event once: events up to the position already reached are ignored. */
export function withUpdates(feed: Feed, { items, next_since: nextSince, more, unread, reading }: Updates): Feed {
  const newEvents = items.filter(({ id }) => id > feed.since)
  return {
    ...feed,
    waiting: newEvents.length > 0 ? [...feed.waiting, newEvents] : feed.waiting,
    waitingCount: feed.waitingCount + newEvents.length,
    since: Math.max(feed.since, nextSince),
    more,
    failures: 0,
    unread,
    reading,
  }
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
