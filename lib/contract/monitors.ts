import * as z from 'zod'

import { identifierTypes } from '@/lib/domain/identifiers/identifiers'
import { MAX_LABEL_LENGTH } from '@/lib/domain/monitor-label'
import { MAX_TAG_LENGTH, MAX_TAGS, tidyTags } from '@/lib/domain/tags/tags'

import {
  type Operation,
  BULK_MAX_BODY_BYTES,
  freeDefaults,
  monitoringReaders,
  monitoringWriters,
  operationsFor,
} from './operation'
import {
  byGivenId,
  count,
  givenId,
  instant,
  line,
  noAnswer,
  omissible,
  page,
  paging,
  printed,
  repeated,
  shownSchemas,
  uuid,
} from './values'

export const MAX_BULK_ITEMS = 1000
export const MAX_TAGS_PER_MONITOR = MAX_TAGS
export const MAX_BULK_TAG_IDS = 10_000
const MAX_TAGS_GIVEN = 100

/** Decision 6 (bulk tagging): 1 to 64 characters after trimming, case-sensitive. */
export const tag = line(MAX_TAG_LENGTH).min(1)
export const monitorLabel = line(MAX_LABEL_LENGTH)

/** Decision 1 (identifier types): upper case accepted. */
export const identifierType = z.preprocess(
  (value) => (typeof value === 'string' ? value.toLowerCase() : value),
  z.enum(identifierTypes),
)

/**
 * Decision 2 (the stored monitor). It watches either an identifier or a filter: identifier fields are null when
 * `filter_id` is set.
 */
export const monitor = z.object({
  id: uuid,
  identifier_type: z.enum(identifierTypes).nullable(),
  identifier_value: z.string().nullable(),
  label: z.string().nullable(),
  tags: z.array(z.string()),
  filter_id: uuid.nullable(),
  subject_name: z.string().nullable(),
  created_at: instant,
  last_event_at: instant.nullable(),
  last_event_source: z.string().nullable(),
})
export type Monitor = z.infer<typeof monitor>

/** Interface section 2.4 (bulk creation): one item as a client sends it. */
const monitorItem = z.object({
  identifier_type: z.enum(identifierTypes),
  identifier_value: z.string(),
  label: z.string().max(MAX_LABEL_LENGTH).nullable().optional(),
})
export type MonitorItem = z.infer<typeof monitorItem>
/** Items are checked one by one, so the envelope accepts anything inside (decision 5, bulk items). */
export const bulkCreateBody = z.object({
  items: z
    .array(z.unknown().register(shownSchemas, { as: monitorItem }))
    .min(1)
    .max(MAX_BULK_ITEMS),
})

export const bulkCreateResult = z.object({
  inserted: count,
  duplicates: count,
  invalid: z.array(
    z.object({ index: count, identifier_type: z.string(), identifier_value: z.string(), error: z.string() }),
  ),
})
export type BulkCreateResult = z.infer<typeof bulkCreateResult>

/** Interface section 2.5 (bulk tagging), decision 6 (bulk tagging): remove first, then add. */
export const bulkTagBody = z
  .object({
    ids: z.array(line(100).min(1).toLowerCase()).min(1).max(MAX_BULK_TAG_IDS),
    add: z.array(tag).max(MAX_TAGS_GIVEN).default([]),
    remove: z.array(tag).max(MAX_TAGS_GIVEN).default([]),
  })
  .refine((body) => body.add.length + body.remove.length > 0, {
    message: 'add or remove must name at least one tag',
    path: ['add'],
  })

export const createMonitorBody = z
  .object({
    identifier_type: omissible(identifierType),
    identifier_value: omissible(printed),
    filter_id: omissible(givenId),
    label: omissible(monitorLabel),
    tags: z.array(tag).max(MAX_TAGS_GIVEN).default([]).transform(tidyTags).pipe(z.array(tag).max(MAX_TAGS_PER_MONITOR)),
  })
  .refine((body) => (body.filter_id === undefined) !== (body.identifier_value === undefined), {
    message: 'Exactly one of identifier_value and filter_id is required',
    path: ['identifier_value'],
  })
  .refine((body) => body.identifier_value === undefined || body.identifier_type !== undefined, {
    message: 'Field required',
    path: ['identifier_type'],
  })

/** Query text `true`/`false`. */
const flag = z.enum(['true', 'false']).transform((value) => value === 'true')

const readers = operationsFor(freeDefaults, monitoringReaders)
const writers = operationsFor(freeDefaults, monitoringWriters)

/** What says whether a company is monitored, besides the list of monitors. */
const listsOfMonitored = ['panel.companies.watched', 'panel.firstSteps'] as const

export const monitorOperations = {
  'monitors.list': {
    ...readers.get,
    path: '/v1/monitors',
    summary: 'Monitors, newest first, filtered and paged',
    source: 'decision 3',
    query: z.object({
      ...paging(1000, 100),
      q: line(200).optional(),
      tag: repeated(line(MAX_TAG_LENGTH)),
      identifier_type: identifierType.optional(),
      untagged: flag.optional(),
      /** An extension of this service: only monitors of this filter. */
      filter_id: givenId.optional(),
    }),
    response: page(monitor),
  },
  'monitors.tags': {
    ...readers.get,
    audience: 'panel',
    path: '/v1/monitors/tags',
    summary: 'Tags in use with the number of monitors that carry each',
    source: 'panel',
    response: z.object({
      items: z.array(z.object({ tag: z.string(), monitors: count })),
      untagged: count,
      total: count,
    }),
  },
  'monitors.create': {
    ...writers.post,
    path: '/v1/monitors',
    summary: 'Watch one identifier or one filter',
    invalidates: ['monitors', 'usage.summary', 'filters.uses', 'panel.companies.get', ...listsOfMonitored],
    source: 'decision 3',
    status: 201,
    idempotent: false,
    refusals: ['NotFound', 'AlreadyWatched', 'MonitorLimit'],
    body: createMonitorBody,
    response: monitor,
  },
  'monitors.get': {
    ...readers.get,
    path: '/v1/monitors/{id}',
    summary: 'One monitor',
    source: 'decision 3',
    params: byGivenId,
    response: monitor,
  },
  'monitors.update': {
    ...writers.patch,
    path: '/v1/monitors/{id}',
    summary: 'Change the label of a monitor',
    invalidates: ['monitors.tags', 'monitors.get', 'usage.summary', 'panel.companies.get', 'panel.coverage.history'],
    source: 'decision 3',
    params: byGivenId,
    body: z.object({ label: monitorLabel.nullable() }),
    response: monitor,
  },
  'monitors.delete': {
    ...writers.delete,
    ...noAnswer,
    path: '/v1/monitors/{id}',
    summary: 'Stop watching',
    invalidates: [
      'monitors.tags',
      'monitors.get',
      'usage.summary',
      'panel.companies.get',
      'panel.coverage.history',
      ...listsOfMonitored,
    ],
    source: 'decision 3',
    params: byGivenId,
  },
  'monitors.bulkCreate': {
    ...writers.post,
    path: '/v1/monitors/bulk',
    summary: 'Watch up to 1000 identifiers; duplicates are skipped, malformed items are returned',
    invalidates: ['monitors', 'usage.summary', ...listsOfMonitored],
    source: '4.2',
    maxBodyBytes: BULK_MAX_BODY_BYTES,
    refusals: ['MonitorLimit'],
    body: bulkCreateBody,
    response: bulkCreateResult,
  },
  'monitors.attach': {
    ...writers.post,
    audience: 'panel',
    path: '/v1/monitors/attach',
    summary: 'Let monitors of deleted filters use another filter; those of a filter that exists are refused',
    invalidates: ['filters', 'monitors', 'usage.summary'],
    source: 'panel',
    refusals: ['NotFound'],
    body: z.object({ ids: z.array(line(100).min(1).toLowerCase()).min(1).max(MAX_BULK_TAG_IDS), filter_id: givenId }),
    /** `kept`: not attached, because they were not silent, do not exist, or another monitor already uses the filter. */
    response: z.object({ attached: count, kept: count }),
  },
  'monitors.bulkTag': {
    ...writers.post,
    path: '/v1/monitors/bulk-tag',
    summary: 'Add and remove tags of up to 10000 monitors',
    invalidates: ['monitors.tags', 'usage.summary'],
    source: '4.4',
    maxBodyBytes: BULK_MAX_BODY_BYTES,
    body: bulkTagBody,
    response: z.object({ updated: count }),
  },
} as const satisfies Record<string, Operation>
