import * as z from 'zod'

import { type PanelOperation, forReaders } from '@/lib/contract/panel-operation'
import { byId, instant, line, noAnswer, uuid } from '@/lib/contract/values'
import { eventSources } from '@/lib/domain/events/sources'
import { MAX_TAG_LENGTH } from '@/lib/domain/tags/tags'

export const MAX_FEED_NAME_LENGTH = 60
export const MAX_FEEDS = 20

/** `calendar`: deadlines for claims and offers, and expiries of reports, as iCalendar; `rss`: the newest events. */
export const feedKinds = ['calendar', 'rss'] as const
export type FeedKind = (typeof feedKinds)[number]

const feedNarrowing = z.object({
  /** Sources of events and reports; empty means all. */
  sources: z.array(z.enum(eventSources)).max(eventSources.length),
  /** Tag of the events' monitors; a calendar with a tag contains no reports and no offers. */
  tag: line(MAX_TAG_LENGTH).min(1).nullable(),
})
export type FeedFilter = z.infer<typeof feedNarrowing>

export const feed = z.object({
  id: uuid,
  kind: z.enum(feedKinds),
  name: z.string(),
  ...feedNarrowing.shape,
  created_at: instant,
  /** When its address was created. */
  renewed_at: instant,
  /** Accurate to the minute; null if this address was never read. */
  last_read_at: instant.nullable(),
  /** The address was revoked because its user temporarily could not read events; a new address is required. */
  revoked_at: instant.nullable(),
})
export type SecretFeed = z.infer<typeof feed>

/** The address is only part of this answer. */
const newAddress = z.object({ feed, url: z.url() })

export const feedOperations = {
  'feeds.list': {
    ...forReaders.get,
    path: '/panel/feeds',
    summary: 'The feeds of the user in the account, without their addresses',
    response: z.object({ items: z.array(feed) }),
  },
  'feeds.create': {
    ...forReaders.post,
    path: '/panel/feeds',
    summary: 'A feed at a secret address, which is only in this answer',
    idempotent: false,
    status: 201,
    body: z.object({
      kind: z.enum(feedKinds),
      name: line(MAX_FEED_NAME_LENGTH).min(1),
      sources: feedNarrowing.shape.sources.default([]),
      tag: feedNarrowing.shape.tag.default(null),
    }),
    response: newAddress,
  },
  'feeds.renew': {
    ...forReaders.post,
    path: '/panel/feeds/{id}/renew',
    summary: 'A new secret address, which is only in this answer; the previous one stops working at once',
    idempotent: false,
    params: byId,
    response: newAddress,
  },
  'feeds.delete': {
    ...forReaders.delete,
    ...noAnswer,
    path: '/panel/feeds/{id}',
    summary: 'Delete a feed; its address stops working at once',
    params: byId,
  },
} as const satisfies Record<string, PanelOperation>
