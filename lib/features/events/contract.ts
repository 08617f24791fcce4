import * as z from 'zod'

import { monitorEvent } from '@/lib/contract/events'
import { type PanelOperation, forReaders } from '@/lib/contract/panel-operation'
import {
  count,
  dateRange,
  day,
  inOrder,
  instant,
  limit,
  line,
  outOfOrder,
  repeated,
  wholeNumber,
} from '@/lib/contract/values'
import { MAX_TAG_LENGTH } from '@/lib/domain/tags/tags'

/** An event in the panel's copy, stored with masked personal numbers. */
export const storedEvent = monitorEvent.extend({
  /** The service's value; unknown sources are retained. */
  source: z.string(),
  monitor_id: z.string(),
  /** Warsaw day of `created_at`. */
  day,
  /** For the requesting user. */
  is_unread: z.boolean(),
  /** The same announcement about the same subject as reported by other monitors, ascending: a list shows it once. */
  also: z.array(
    z.object({ id: count, monitor_id: z.string(), identifier_type: z.string(), identifier_value: z.string() }),
  ),
})
export type StoredEvent = z.infer<typeof storedEvent>

/**
 * State of the copy: `behind` while older events are still being read, `limited` and `failed` if the service refuses.
 */
export const readingStates = ['current', 'behind', 'limited', 'failed'] as const
export const reading = z.object({
  state: z.enum(readingStates),
  /** When the service was last read successfully; null before the first time. */
  as_of: instant.nullable(),
  retry_at: instant.nullable(),
  code: z.string().nullable(),
})
export type EventReading = z.infer<typeof reading>

/** `tag`: monitors that carry all of them. */
const filterFields = {
  source: repeated(line(20)),
  tag: repeated(line(MAX_TAG_LENGTH)),
  monitor_id: line(100).optional(),
  /** Only the announcement of this event. */
  event: wholeNumber(1).optional(),
  ...dateRange,
}
/** When the tags were read from the service; null if no tag was requested. */
const tagsAsOf = instant.nullable()

/** Below the response timeout of common proxies. */
export const MAX_UPDATES_WAIT_S = 25

const unreadCount = z.object({
  /** At most `MAX_UNREAD`. */
  unread: count,
})
/** Larger numbers are shown as "more than". */
export const MAX_UNREAD = 999

export const panelEventOperations = {
  'events.list': {
    ...forReaders.get,
    path: '/panel/events',
    summary:
      'Events of the copy, newest first, one for each announcement about a subject; days are Warsaw days, inclusive',
    query: z
      .object({ limit: limit(1000, 200), before: wholeNumber(1).optional(), ...filterFields })
      .refine(inOrder, outOfOrder),
    response: z.object({
      items: z.array(storedEvent),
      total: count,
      /** Number of the service's events, counting each monitor's copy of an announcement. */
      given: count,
      /** Value for `before`; null at the end. */
      next_before: count.nullable(),
      /** Value from which `events.updates` continues. */
      latest: count,
      unread: count,
      tags_as_of: tagsAsOf,
      reading,
    }),
  },
  'events.updates': {
    ...forReaders.get,
    path: '/panel/events/updates',
    waits: true,
    summary: 'Events of the copy after `since`, ascending; queries the service for newer ones first',
    query: z
      .object({
        since: wholeNumber(0).default(0),
        limit: limit(1000, 1000),
        /** Seconds that the answer may wait for an event. */
        wait: wholeNumber(0, MAX_UPDATES_WAIT_S).default(0),
        ...filterFields,
      })
      .refine(inOrder, outOfOrder),
    response: z.object({
      items: z.array(storedEvent),
      next_since: count,
      /** True if the next request should follow immediately. */
      more: z.boolean(),
      /**
       * True if the service reports events as they happen, so that waiting requests learn of them immediately; false if
       * waiting is pointless now.
       */
      is_live: z.boolean(),
      unread: count,
      reading,
    }),
  },
  'events.unread': {
    ...forReaders.get,
    path: '/panel/events/unread',
    summary: 'How many events the user has not read',
    response: unreadCount,
  },
  'events.mark': {
    ...forReaders.put,
    path: '/panel/events/marks',
    summary: 'Mark single events as read or unread for the user',
    invalidates: [],
    body: z.object({ ids: z.array(count).min(1).max(1000), is_read: z.boolean() }),
    response: unreadCount,
  },
  'events.markAll': {
    ...forReaders.put,
    path: '/panel/events/read',
    summary: 'Mark all events up to one as read for the user; with the filters of a list, only the events of that list',
    invalidates: [],
    idempotent: false,
    body: z
      .object({
        up_to: count,
        source: z.array(line(20)).optional(),
        tag: z.array(line(MAX_TAG_LENGTH)).optional(),
        monitor_id: line(100).optional(),
        event: count.optional(),
        ...dateRange,
      })
      .refine(inOrder, outOfOrder),
    /** `turn`: number of this marking, with which it can be undone while it is the newest. */
    response: unreadCount.extend({ turn: count }),
  },
  'events.undoMarkAll': {
    ...forReaders.put,
    path: '/panel/events/read/undo',
    summary: 'Undo the last `markAll`',
    invalidates: [],
    idempotent: false,
    body: z.object({ turn: count }),
    response: unreadCount,
  },
} as const satisfies Record<string, PanelOperation>
