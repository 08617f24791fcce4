import * as z from 'zod'

import { type Operation, BULK_MAX_BODY_BYTES, monitoringReaders, monitoringWriters, freeRow } from './operation'
import { count, givenId, instant, line, noContent, page, uuid, wholeNumber } from './values'

/** Interface 2.7, in its order. */
export const filterLists = [
  'krs',
  'nip',
  'regon',
  'pesel',
  'krz_signature',
  'msig_signature',
  'name',
  'subject_id',
] as const
export type FilterListName = (typeof filterLists)[number]

export const MAX_FILTER_ITEMS = 10_000
const values = z.array(line(300).min(1)).max(MAX_FILTER_ITEMS).default([])

/**
 * Absent lists are empty. Values are normalised and checked by the service; a value it cannot read is 422 at its place. So is a
 * list that is none of these: a filter with a mistyped one would never match, and nobody would know.
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
/** Decision 15: `updated_at` of the version that was edited; 409 `filter_changed` when another edit came first. */
export const updateFilterBody = createFilterBody.extend({ updated_at: instant.optional() })

const filterRow = {
  ...freeRow,
  roles: monitoringWriters,
} as const

const byId = z.object({ filter_id: givenId })

export const filterOperations = {
  'filters.list': {
    ...filterRow,
    method: 'GET',
    path: '/v1/filters',
    summary: 'Filters of the account by name; all of them without a limit',
    source: 'decision 15',
    roles: monitoringReaders,
    // Names are long, and a cursor holds one.
    query: z.object({ limit: wholeNumber(1, 1000).optional(), cursor: z.string().max(2000).optional() }),
    response: page(filter),
  },
  'filters.create': {
    ...filterRow,
    method: 'POST',
    execution: 'writes',
    path: '/v1/filters',
    summary: 'Save a list of identifiers',
    source: 'decision 15',
    status: 201,
    idempotent: false,
    refusals: ['FilterLimit'],
    maxBodyBytes: BULK_MAX_BODY_BYTES,
    body: createFilterBody,
    response: filter,
  },
  'filters.get': {
    ...filterRow,
    method: 'GET',
    path: '/v1/filters/{filter_id}',
    summary: 'One filter',
    source: '4.6',
    roles: monitoringReaders,
    params: byId,
    response: filter,
  },
  'filters.update': {
    ...filterRow,
    method: 'PUT',
    execution: 'writes',
    path: '/v1/filters/{filter_id}',
    summary: 'Replace a filter',
    source: 'decision 15',
    refusals: ['FilterChanged'],
    params: byId,
    maxBodyBytes: BULK_MAX_BODY_BYTES,
    body: updateFilterBody,
    response: filter,
  },
  'filters.delete': {
    ...filterRow,
    method: 'DELETE',
    execution: 'writes',
    path: '/v1/filters/{filter_id}',
    summary: 'Delete a filter for good; its monitors stay and fall silent',
    source: '4.6',
    status: 204,
    produces: 'none',
    params: byId,
    response: noContent,
  },
} as const satisfies Record<string, Operation>
