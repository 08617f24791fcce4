import * as z from 'zod'

import { type Operation, monitoringReaders } from './operation'
import { count, dateRange, day, inOrder, instant, limit, line, outOfOrder, page } from './values'

export const orderTypes = ['Delivery', 'Services', 'Works'] as const
export type OrderType = (typeof orderTypes)[number]

const terms = z.array(line(200).min(1)).max(100).default([])

/** Interface 2.6, decision 24: all optional; inside a list any, between lists all; an empty filter counts everything. */
export const bzpFilter = z.object({
  keywords: terms,
  exclude_keywords: terms,
  cpv: terms,
  provinces: terms,
  cities: terms,
  authorities: terms,
  order_types: terms,
})
export type BzpFilter = z.infer<typeof bzpFilter>
export const bzpFilterLists = [
  'keywords',
  'exclude_keywords',
  'cpv',
  'provinces',
  'cities',
  'authorities',
  'order_types',
] as const satisfies readonly (keyof BzpFilter)[]

export const bzpExample = z.object({
  id: z.string(),
  title: z.string(),
  authority: z.string(),
  province: z.string(),
  city: z.string(),
  order_type: z.enum(orderTypes),
  cpv: z.array(z.string()),
  published_at: instant,
})
export type BzpExample = z.infer<typeof bzpExample>

/** `examples` (at most 5) and `daily` (30 days) are decision 24: a remote service may leave them out. */
export const bzpPreview = z.object({
  days: count,
  count,
  examples: z.array(bzpExample).max(5),
  daily: z.array(z.object({ date: day, count })),
})
export type BzpPreview = z.infer<typeof bzpPreview>

/** A procedure as it stands in the bulletin. */
export const bzpNotice = bzpExample.extend({
  notice_number: z.string(),
  description: z.string(),
  authority_nip: z.string(),
})
export type BzpNotice = z.infer<typeof bzpNotice>

export const bzpOperations = {
  'bzp.list': {
    audience: 'public',
    method: 'GET',
    execution: 'charges',
    path: '/v1/bzp/notices',
    summary: 'Notices of public procurement, newest first',
    source: '8.1, decision 28 (the path is ours)',
    bucket: 'lookups',
    pool: 'lookups',
    cost: { by: 'item', units: 1 },
    register: 'bzp',
    status: 200,
    produces: 'json',
    idempotent: true,
    roles: monitoringReaders,
    query: z
      .object({
        q: line(200).min(2).optional(),
        ...dateRange,
        limit: limit(1000, 100),
        cursor: z.string().max(200).optional(),
      })
      .refine(inOrder, outOfOrder),
    response: page(bzpNotice),
  },
  'bzp.previewAlert': {
    audience: 'public',
    method: 'POST',
    execution: 'reads',
    path: '/v1/bzp/alerts/preview',
    summary: 'How many procedures of the last 30 days match the filter, with a few examples',
    source: '4.3, decision 24',
    bucket: 'lookups',
    pool: null,
    cost: null,
    status: 200,
    produces: 'json',
    idempotent: true,
    roles: monitoringReaders,
    body: bzpFilter,
    response: bzpPreview,
  },
} as const satisfies Record<string, Operation>
