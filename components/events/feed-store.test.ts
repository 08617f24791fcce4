import * as fc from 'fast-check'
import { expect, it } from 'vitest'

import {
  allRead,
  countReviewed,
  type Feed,
  type FeedEvent,
  isUnread,
  openFeed,
  reviewOf,
  severityCounts,
  withMarks,
  withReviews,
  withUpdates,
  withWaitingShown,
} from './feed-store'

const reading = { state: 'current', as_of: null, retry_at: null, code: null } as const
const eventOf = (id: number): FeedEvent => ({
  id,
  monitor_id: 'm',
  source: 'krz',
  announcement_id: `a-${id}`,
  identifier_type: 'krs',
  identifier_value: '0000000001',
  subject_name: null,
  title: null,
  created_at: '2026-11-20T10:00:00.000Z',
  day: '2026-11-20',
  kind: 'board',
  severity: 'review',
  review: null,
  is_unread: true,
  also: [],
})
const byFour = { urgent: 1, review: 4, rest: 0 }
const first = {
  items: [],
  total: 0,
  by_severity: byFour,
  given: 0,
  next_before: null,
  latest: 10,
  latest_review: 5,
  unread: 3,
  tags_as_of: null,
  reading,
}
const reviewBy = (by: string | null) => ({
  reviewed: by === null ? null : { at: '2026-11-20T11:00:00.000Z', by },
  assignee: null,
  note: null,
})
const updates = (ids: number[], next: number) => ({
  items: ids.map(eventOf),
  next_since: next,
  more: false,
  is_live: false,
  reviews: [],
  latest_review: 5,
  unread: 9,
  reading,
})
const idsOf = (feed: Feed) => feed.shown.map(({ id }) => id)

it('adds each event once, however the updates are split or repeated', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat({ max: 12 }), fc.boolean(), fc.boolean()), { maxLength: 30 }), (steps) => {
      let feed = openFeed(first)
      let last = 10
      for (const [count, isRepeated, show] of steps) {
        const ids = Array.from({ length: count }, (_, index) => last + index + 1)
        const answer = updates(ids, last + count)
        feed = withUpdates(feed, answer)
        // The same answer arrives twice, as after a lost connection.
        if (isRepeated) feed = withUpdates(feed, answer)
        if (show) feed = withWaitingShown(feed)
        last += count
      }
      feed = withWaitingShown(feed)
      expect(idsOf(feed)).toEqual(Array.from({ length: last - 10 }, (_, index) => last - index))
      expect(feed.waitingCount).toBe(0)
      expect(feed.since).toBe(last)
    }),
  )
})

it('leaves the list unchanged until the reader shows new events', () => {
  const feed = withUpdates(openFeed(first), updates([11, 12], 12))
  expect([idsOf(feed), feed.waitingCount, feed.unread]).toEqual([[], 2, 9])
  expect(idsOf(withWaitingShown(feed))).toEqual([12, 11])
})

it('marks single events and all shown events as read', () => {
  let feed = withWaitingShown(withUpdates(openFeed(first), updates([11, 12], 12)))
  const unread = () => [9, 11, 12].filter((id) => isUnread(eventOf(id), feed))
  expect(unread()).toEqual([9, 11, 12])
  feed = withMarks(feed, [11], true)
  expect(unread()).toEqual([9, 12])
  feed = allRead(feed)
  expect(unread()).toEqual([])
  feed = withMarks(feed, [9], false)
  expect(unread()).toEqual([9])
  // Events that are waiting to be shown were not seen.
  feed = allRead(withUpdates(feed, updates([13], 13)))
  expect([feed.readUpTo, isUnread(eventOf(13), feed)]).toEqual([12, true])
})

it('shows what colleagues review, and keeps the events where they are', () => {
  const shown = withWaitingShown(withUpdates(openFeed(first), updates([11, 12], 12)))
  const news = { ...updates([], 12), reviews: [{ id: 11, review: reviewBy('Anna') }], latest_review: 8 }
  const feed = withUpdates(shown, news)
  expect(idsOf(feed)).toEqual([12, 11])
  expect([reviewOf(eventOf(11), feed)?.reviewed?.by, reviewOf(eventOf(12), feed)]).toEqual(['Anna', null])
  expect([feed.latestReview, withUpdates(feed, updates([], 12)).latestReview]).toEqual([8, 8])
})

it('counts what is left to review', () => {
  const events = [eventOf(1), { ...eventOf(2), review: reviewBy('Jan') }, eventOf(11)]
  const shown = withWaitingShown(withUpdates(openFeed(first), updates([11], 11)))
  const counts = (feed: Feed, isOpenOnly = true) => severityCounts(feed, { first, events, isOpenOnly })
  expect(counts(shown)).toEqual({ urgent: 1, review: 5, rest: 0 })
  const reviewed = withReviews(
    shown,
    [1, 2, 11].map((id) => ({ id, review: reviewBy('Anna') })),
  )
  // The second one was reviewed before the page was opened.
  expect([counts(reviewed), countReviewed(events, reviewed)]).toEqual([{ urgent: 1, review: 3, rest: 0 }, 2])
  expect(counts(reviewed, false)).toEqual({ urgent: 1, review: 5, rest: 0 })
  expect(counts(withReviews(reviewed, [{ id: 1, review: reviewBy(null) }])).review).toBe(4)
  expect(byFour.review).toBe(4)
})
