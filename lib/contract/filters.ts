import * as z from 'zod'

import { filterLists, MAX_FILTER_ITEMS } from '@/lib/domain/filter-lists'

import {
  type Operation,
  BULK_MAX_BODY_BYTES,
  freeDefaults,
  monitoringReaders,
  monitoringWriters,
  operationsFor,
} from './operation'
import { count, day, givenId, instant, line, noAnswer, page, uuid, wholeNumber } from './values'

const values = z.array(line(300).min(1)).max(MAX_FILTER_ITEMS).default([])

/**
 * Absent lists are empty. The service normalises and checks values; a value that it cannot read is 422 at its place. An
 * unknown list is 422 too, because a filter with a mistyped list would silently never match.
 */
export const filterContent = z.strictObject({
  krs: values,
  nip: values,
  regon: values,
  pesel: values,
  krz_signature: values,
  msig_signature: values,
  name: values,
  subject_id: values,
})
export type FilterContent = z.infer<typeof filterContent>

export const filter = z.object({
  id: uuid,
  name: z.string(),
  content: filterContent,
  item_count: count,
  created_at: instant,
  updated_at: instant,
})
export type Filter = z.infer<typeof filter>

export const filterName = line(120).min(1)
export const createFilterBody = z.object({ name: filterName, content: filterContent })
/**
 * Decision 15 (filters): `updated_at` of the version that was edited; 409 `filter_changed` when another edit came
 * first.
 */
export const updateFilterBody = createFilterBody.extend({ updated_at: instant.optional() })

/** What a filter would have matched in the announcements that the service holds. */
export const filterCoverage = z.object({
  /** Warsaw dates, including today. */
  days: count,
  date_from: day,
  date_to: day,
  count,
  by_source: z.array(z.object({ source: z.string(), count })),
  /** The newest matches, with the value of the filter that found them. */
  examples: z
    .array(
      z.object({
        source: z.string(),
        kind: z.string().nullable(),
        title: z.string().nullable(),
        date: day,
        subject_name: z.string().nullable(),
        matched: z.object({ list: z.enum(filterLists), value: z.string() }),
      }),
    )
    .max(10),
  /** Number of distinct values with matches. */
  hit_values: count,
})
export type FilterCoverage = z.infer<typeof filterCoverage>

export const MAX_NAMED_VALUES = 1000
/** Lists whose values identify one company each. */
export const namedLists = ['krs', 'nip', 'regon'] as const

/** Uses of a filter. Monitors of deleted filters are listed under the deleted id. */
export const filterUse = z.object({
  filter_id: uuid,
  /** Null: the filter was deleted, and its monitors are silent. */
  name: z.string().nullable(),
  monitors: count,
  report_jobs: count,
})
export type FilterUse = z.infer<typeof filterUse>

const byFilter = z.object({ filter_id: givenId })

const readers = operationsFor(freeDefaults, monitoringReaders)
const writers = operationsFor(freeDefaults, monitoringWriters)

export const filterOperations = {
  'filters.list': {
    ...readers.get,
    path: '/v1/filters',
    summary: 'Filters of the account by name; all of them without a limit',
    source: 'decision 15',
    // A cursor contains a name, which may be long.
    query: z.object({ limit: wholeNumber(1, 1000).optional(), cursor: z.string().max(2000).optional() }),
    response: page(filter),
  },
  'filters.create': {
    ...writers.post,
    path: '/v1/filters',
    summary: 'Save a list of identifiers',
    invalidates: ['filters', 'usage.summary', 'panel.filterVersions'],
    source: 'decision 15',
    status: 201,
    idempotent: false,
    refusals: ['FilterLimit'],
    maxBodyBytes: BULK_MAX_BODY_BYTES,
    body: createFilterBody,
    response: filter,
  },
  'filters.get': {
    ...readers.get,
    path: '/v1/filters/{filter_id}',
    summary: 'One filter',
    source: '4.6',
    params: byFilter,
    response: filter,
  },
  'filters.update': {
    ...writers.put,
    path: '/v1/filters/{filter_id}',
    summary: 'Replace a filter',
    invalidates: ['filters', 'usage.summary'],
    source: 'decision 15',
    refusals: ['FilterChanged'],
    params: byFilter,
    maxBodyBytes: BULK_MAX_BODY_BYTES,
    body: updateFilterBody,
    response: filter,
  },
  'filters.delete': {
    ...writers.delete,
    ...noAnswer,
    path: '/v1/filters/{filter_id}',
    summary: 'Delete a filter permanently; its monitors stay and report nothing',
    invalidates: ['filters', 'monitors', 'usage.summary', 'panel.filterVersions'],
    source: '4.6',
    params: byFilter,
  },
  'filters.coverage': {
    ...readers.ask,
    path: '/v1/filters/coverage',
    summary: 'What a filter would have caught in the last 30 days, by source, with a few examples',
    source: 'decision 15 (the path is ours)',
    maxBodyBytes: BULK_MAX_BODY_BYTES,
    refusals: ['NotFound'],
    takesSealed: true,
    body: z
      .object({ content: filterContent.optional(), filter_id: givenId.optional() })
      .refine((body) => (body.content === undefined) !== (body.filter_id === undefined), {
        message: 'Exactly one of content and filter_id is required',
        path: ['content'],
      }),
    response: filterCoverage,
  },
  'filters.names': {
    ...readers.ask,
    audience: 'panel',
    path: '/v1/filters/names',
    summary: 'Names of the companies with these numbers, where the service knows them',
    source: 'panel',
    body: z.object({
      values: z
        .array(z.object({ list: z.enum(namedLists), value: z.string().max(20) }))
        .min(1)
        .max(MAX_NAMED_VALUES),
    }),
    response: z.object({
      items: z.array(z.object({ list: z.enum(namedLists), value: z.string(), name: z.string().nullable() })),
    }),
  },
  'filters.uses': {
    ...readers.get,
    audience: 'panel',
    path: '/v1/filters/uses',
    summary: 'How many monitors and custom reports use each filter, deleted ones included',
    source: 'panel',
    response: z.object({ items: z.array(filterUse) }),
  },
} as const satisfies Record<string, Operation>
