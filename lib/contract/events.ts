import * as z from 'zod'

import { eventSources } from '@/lib/domain/events/sources'

import { type Operation, freeDefaults, monitoringReaders, operationsFor } from './operation'
import {
  count,
  dateRange,
  day,
  givenId,
  inOrder,
  instant,
  limit,
  outOfOrder,
  page,
  paging,
  uuid,
  wholeNumber,
} from './values'

/**
 * Interface section 2.10 (monitor event). `subject_name` and `title` are this service's extension: the panel shows them
 * if present.
 */
export const monitorEvent = z.object({
  id: count,
  monitor_id: uuid,
  source: z.enum(eventSources),
  announcement_id: z.string(),
  identifier_type: z.string(),
  identifier_value: z.string(),
  created_at: instant,
  subject_name: z.string().nullable().optional(),
  title: z.string().nullable().optional(),
})
export type MonitorEvent = z.infer<typeof monitorEvent>

const maybe = z.string().nullable()

/**
 * What the register says about an event, without personal numbers: where it stands there, and what changed. Null: the
 * source has no such field.
 */
export const eventDetails = z.object({
  /** Of the subject, so that its company can be opened. */
  krs: maybe,
  nip: maybe,
  /** Number of the announcement or of the entry in its register. */
  number: maybe,
  signature: maybe,
  court: maybe,
  published_on: day,
  /** What was and what is, in the register's words; empty for announcements that change no field. */
  changes: z.array(z.object({ section: maybe, field: z.string(), old_value: maybe, new_value: maybe })),
  /** The text of an announcement, at most `MAX_EVENT_TEXT` characters. */
  text: maybe,
})
export type EventDetails = z.infer<typeof eventDetails>
export const MAX_EVENT_TEXT = 2000

export const byEventNumber = z.object({ id: wholeNumber(1) })

/** Longest wait for events in one call, in seconds. */
const MAX_WAIT_S = 30

const readers = operationsFor(freeDefaults, monitoringReaders)

export const eventOperations = {
  'updates.list': {
    ...readers.get,
    path: '/v1/updates',
    summary: 'New monitor events, ascending by id; poll with since = next_since, or wait for them',
    source: '4.9, decision 13',
    refusals: ['TooManyWaits'],
    eventStream: { event: 'monitor-event', data: monitorEvent },
    query: z.object({
      since: wholeNumber(0).default(0),
      limit: limit(1000, 100),
      source: z.enum(eventSources).optional(),
      monitor_id: givenId.optional(),
      /** In seconds. */
      wait: wholeNumber(0, MAX_WAIT_S).default(0),
    }),
    response: z.object({ items: z.array(monitorEvent), next_since: count }),
  },
  'monitorEvents.get': {
    ...readers.get,
    path: '/v1/monitor-events/{id}',
    summary: 'One monitor event with what the register says about it',
    source: 'decision 14a',
    params: byEventNumber,
    response: monitorEvent.extend({
      /** Null if the announcement is no longer stored. */
      details: eventDetails.nullable(),
    }),
  },
  'monitorEvents.list': {
    ...readers.get,
    path: '/v1/monitor-events',
    summary: 'Monitor events, newest first',
    source: '4.13, decision 14',
    query: z
      .object({
        ...paging(1000, 100),
        monitor_id: givenId.optional(),
        source: z.enum(eventSources).optional(),
        ...dateRange,
      })
      .refine(inOrder, outOfOrder),
    response: page(monitorEvent),
  },
} as const satisfies Record<string, Operation>
