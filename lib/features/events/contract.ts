import * as z from 'zod'

import { byEventNumber, eventDetails, monitorEvent } from '@/lib/contract/events'
import { type PanelOperation, forReaders, forWriters } from '@/lib/contract/panel-operation'
import {
  count,
  dateRange,
  day,
  oneTableFile,
  inOrder,
  instant,
  limit,
  line,
  outOfOrder,
  repeated,
  tableFiles,
  uuid,
  wholeNumber,
} from '@/lib/contract/values'
import { eventKinds, eventSeverities } from '@/lib/domain/events/event-kinds'
import { locales } from '@/lib/domain/format/locales'
import { MAX_TAG_LENGTH } from '@/lib/domain/tags/tags'

const person = z.object({ user_id: z.string(), name: z.string().nullable(), email: z.string() })

/** What the team did with an announcement; the same for every member and every monitor that reported it. */
export const eventReview = z.object({
  /** Null while nobody has reviewed it. `by`: the member's e-mail at that time. */
  reviewed: z.object({ at: instant, by: z.string().nullable() }).nullable(),
  assignee: person.nullable(),
  note: z.string().nullable(),
})
export type EventReview = z.infer<typeof eventReview>

export const MAX_EVENT_NOTE_LENGTH = 2000
/** Longest distance of a deadline for claims, in days. */
const MAX_CLAIM_DAYS = 30
/** Events that one request can review. */
export const MAX_REVIEWED_EVENTS = 1000

/** `published_on`: null if a remote service leaves it out. */
const storedEventDetails = eventDetails.extend({ published_on: day.nullable() })
export type StoredEventDetails = z.infer<typeof storedEventDetails>

/** An event in the panel's copy, stored with masked personal numbers. */
export const storedEvent = monitorEvent.extend({
  /** The service's value; unknown sources are retained. */
  source: z.string(),
  monitor_id: z.string(),
  /** Warsaw day of `created_at`. */
  day,
  kind: z.enum(eventKinds),
  /** By the account's choices at the time of the answer. */
  severity: z.enum(eventSeverities),
  /** Null if nobody has done anything yet. */
  review: eventReview.nullable(),
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

export const reviewStates = ['open', 'reviewed'] as const

/** Fields of a filter that are the same in a query and in a body. `q`: words of the name, the number or the title. */
const filterBase = {
  q: line(100).min(2).optional(),
  /** Absent: both. */
  state: z.enum(reviewStates).optional(),
  /** Only those assigned to this member. */
  assignee: uuid.optional(),
  monitor_id: line(100).optional(),
  /** Only what this message of a rule reported. */
  notice: uuid.optional(),
  ...dateRange,
}
/** `tag`: monitors that carry all of them. */
const filterFields = {
  source: repeated(line(20)),
  severity: repeated(z.enum(eventSeverities)),
  kind: repeated(z.enum(eventKinds)),
  tag: repeated(line(MAX_TAG_LENGTH)),
  /** Only the announcement of this event. */
  event: wholeNumber(1).optional(),
  /** Only announcements whose deadline for claims is today or at most this many days away. */
  claims_within: wholeNumber(0, MAX_CLAIM_DAYS).optional(),
  ...filterBase,
}
/** By kind; kinds that are absent have their usual severity. */
const severityChoices = z.object({
  choices: z.partialRecord(z.enum(eventKinds), z.enum(eventSeverities)),
})

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
      /** Number of events of each severity under the rest of the filter. */
      by_severity: z.object({ urgent: count, review: count, rest: count }),
      /** Number of the service's events, counting each monitor's copy of an announcement. */
      given: count,
      /** Value for `before`; null at the end. */
      next_before: count.nullable(),
      /** Value from which `events.updates` continues. */
      latest: count,
      /** Value for `reviews_since` of `events.updates`. */
      latest_review: count,
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
        /** Changes of reviews after this number are returned, too. */
        reviews_since: wholeNumber(0).optional(),
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
      /** Reviews that changed, by the first event of their announcement; empty without `reviews_since`. */
      reviews: z.array(z.object({ id: count, review: eventReview })),
      latest_review: count,
      unread: count,
      reading,
    }),
  },
  'events.get': {
    ...forReaders.get,
    path: '/panel/events/{id}',
    summary: 'One event with what the register says about it; read from the service',
    params: byEventNumber,
    response: storedEvent.extend({
      /** Null if the service does not say, or no longer. */
      details: storedEventDetails.nullable(),
    }),
  },
  'events.review': {
    ...forWriters.post,
    path: '/panel/events/review',
    summary: 'Mark events as reviewed for the team, assign them to a colleague, or add a note',
    invalidates: [],
    body: z.object({
      ids: z.array(count).min(1).max(MAX_REVIEWED_EVENTS),
      change: z
        .object({
          is_reviewed: z.boolean(),
          assignee: uuid.nullable(),
          note: z.string().trim().max(MAX_EVENT_NOTE_LENGTH).nullable(),
        })
        .partial()
        .refine((change) => Object.keys(change).length > 0, 'Nothing to change'),
    }),
    response: z.object({ items: z.array(z.object({ id: count, review: eventReview })) }),
  },
  'events.file': {
    ...forReaders.get,
    path: '/panel/events/files/{file}',
    summary: 'The events of a list as a table, or as a dated record of who reviewed them (PDF)',
    ...oneTableFile,
    params: z.object({ file: z.enum(tableFiles) }),
    query: z.object({ locale: z.enum(locales).optional(), ...filterFields }).refine(inOrder, outOfOrder),
  },
  'events.colleagues': {
    ...forReaders.get,
    path: '/panel/events/colleagues',
    summary: 'Members to whom events can be assigned',
    response: z.object({ items: z.array(person) }),
  },
  'eventSeverities.get': {
    ...forReaders.get,
    path: '/panel/event-severities',
    summary: 'The severities that the account chose for kinds of events',
    response: severityChoices,
  },
  'eventSeverities.set': {
    ...forWriters.put,
    path: '/panel/event-severities',
    summary: 'Choose the severities of kinds of events; the others have their usual ones',
    invalidates: ['panel.eventSeverities.get'],
    body: severityChoices,
    response: severityChoices,
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
        severity: z.array(z.enum(eventSeverities)).optional(),
        kind: z.array(z.enum(eventKinds)).optional(),
        tag: z.array(line(MAX_TAG_LENGTH)).optional(),
        event: count.optional(),
        claims_within: count.max(MAX_CLAIM_DAYS).optional(),
        ...filterBase,
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
