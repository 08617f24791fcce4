import * as z from 'zod'

import { noticeLists } from '@/lib/domain/bzp/notice-filter'
import { noticeTypes } from '@/lib/domain/bzp/notice-types'

import { type Operation, freeDefaults, monitoringReaders, paidDefaults, operationsFor } from './operation'
import {
  count,
  dateRange,
  day,
  inOrder,
  instant,
  limit,
  line,
  outOfOrder,
  page,
  paging,
  repeated,
  wholeNumber,
} from './values'

export const orderTypes = ['Delivery', 'Services', 'Works'] as const
export type OrderType = (typeof orderTypes)[number]

const MAX_VALUES = 100
const terms = z.array(line(200).min(1)).max(MAX_VALUES).default([])

/** The largest order value of a filter, in PLN. */
export const MAX_ORDER_VALUE_PLN = 1_000_000_000_000
export const MAX_DAYS_TO_OFFER = 365
const pln = z.number().int().min(0).max(MAX_ORDER_VALUE_PLN)

/**
 * Interface section 2.6 (BZP filter), decision 24 (BZP preview): all fields are optional; any value of a list matches,
 * and all lists must match; an empty filter counts everything. A keyword finds the forms of its words, in quotes only
 * exactly these words. The three limits are this service's extension; null
 * means no limit.
 */
const filterShape = z.object({
  keywords: terms,
  exclude_keywords: terms,
  cpv: terms,
  provinces: terms,
  cities: terms,
  authorities: terms,
  order_types: terms,
  /** Estimated value in PLN, both bounds inclusive; a notice without a value does not match. */
  value_from: pln.nullable().default(null),
  value_to: pln.nullable().default(null),
  /** Minimum days from publication to the deadline for offers; a notice without a deadline does not match. */
  min_days_to_offer: z.number().int().min(1).max(MAX_DAYS_TO_OFFER).nullable().default(null),
})
type Values = { readonly value_from?: number | null | undefined; readonly value_to?: number | null | undefined }
const isValueInOrder = ({ value_from: from, value_to: to }: Values) =>
  typeof from !== 'number' || typeof to !== 'number' || from <= to
const valuesOutOfOrder = { message: 'value_from must not be above value_to', path: ['value_from'] }
export const bzpFilter = filterShape.refine(isValueInOrder, valuesOutOfOrder)
export type BzpFilter = z.infer<typeof bzpFilter>
export const bzpFilterLists = noticeLists

/** A notice as published in the bulletin. Fields that a notice lacks are null. */
export const bzpNotice = z.object({
  id: z.string(),
  /** The notice's procedure, which may have several notices. */
  tender_id: z.string(),
  notice_number: z.string(),
  notice_type: z.enum(noticeTypes),
  title: z.string(),
  description: z.string(),
  authority: z.string(),
  authority_nip: z.string(),
  province: z.string(),
  city: z.string(),
  order_type: z.enum(orderTypes),
  cpv: z.array(z.string()),
  published_at: instant,
  offers_until: instant.nullable(),
  /** Net, in PLN. */
  estimated_value_pln: z.number().nullable(),
  /** The page of the bulletin. Null for a notice of the sample data, which has none. */
  url: z.string().nullable(),
})
export type BzpNotice = z.infer<typeof bzpNotice>

/**
 * `examples` (at most 5) and `daily` (30 days) come from decision 24 (BZP preview): a remote service may leave them, or
 * fields of them, out.
 */
export const bzpPreview = z.object({
  days: count,
  count,
  examples: z.array(bzpNotice).max(5),
  daily: z.array(z.object({ date: day, count })),
  /** Count of the preceding period of the same length; null while the service does not hold all of its days. */
  previous_count: count.nullable(),
})
export type BzpPreview = z.infer<typeof bzpPreview>

const listName = z.enum(noticeLists)
/** Position of one value in a filter. */
const valuePosition = z.object({ list: listName, index: count })

/** The effect of each value of a filter, counted over the same days as the preview. */
export const bzpExplanation = z.object({
  days: count,
  count,
  /** The count without one value. Without its last value a list is empty, which means no condition. */
  without: z.array(valuePosition.extend({ value: z.string(), count })),
  /** The count without one of the three limits. */
  without_limits: z.array(z.object({ limit: z.enum(['value_from', 'value_to', 'min_days_to_offer']), count })),
  /** For a filter without matches: the fewest values and limits to remove so that it has some. Null: it has matches. */
  to_drop: z
    .object({
      values: z.array(valuePosition.extend({ value: z.string() })),
      limits: z.array(z.enum(['value_from', 'value_to', 'min_days_to_offer'])),
      count,
    })
    .nullable(),
})
export type BzpExplanation = z.infer<typeof bzpExplanation>

export const MAX_COMPARED_FILTERS = 20
/** Overlap of filters: every procedure that one of them finds is in exactly one region. */
export const bzpComparison = z.object({
  days: count,
  counts: z.array(count),
  /** Indexes of the filters that found it, ascending; no other filter found it. */
  regions: z.array(z.object({ found_by: z.array(count), count })),
  /** A few that all of them find. */
  common: z.array(bzpNotice).max(5),
})
export type BzpComparison = z.infer<typeof bzpComparison>

export const bzpFacetFields = ['cpv', 'provinces', 'cities', 'authorities', 'order_types', 'words'] as const
export type BzpFacetField = (typeof bzpFacetFields)[number]
/**
 * Values of procedures in the preview's days, most frequent first. `cpv`: digits of every branch (2 to 8), each
 * counting a procedure once; `authorities`: names as written; `words`: folded words of title, description and
 * authority.
 */
export const bzpFacets = z.object({
  days: count,
  items: z.array(
    z.object({
      value: z.string(),
      count,
      /** Province of a city or an authority; an authority also has a NIP. */
      province: z.string().nullable(),
      nip: z.string().nullable(),
    }),
  ),
  /** Number of values, including those beyond `limit`. */
  total: count,
})
export type BzpFacets = z.infer<typeof bzpFacets>

/** Free, because these are not lookups. */
const free = operationsFor({ ...freeDefaults, bucket: 'lookups' }, monitoringReaders)

const termQuery = repeated(line(200).min(1), MAX_VALUES)

export const bzpOperations = {
  'bzp.list': {
    ...paidDefaults,
    path: '/v1/bzp/notices',
    summary: 'Notices of public procurement, newest first',
    source: '8.1, decision 28 (the path is ours)',
    cost: { by: 'item', units: 1 },
    register: 'bzp',
    roles: monitoringReaders,
    /**
     * With any list or limit: matching procedures of the preview's days, as the preview counts them, each by its newest
     * matching notice. Without: every notice.
     */
    query: z
      .object({
        q: line(200).min(2).optional(),
        ...dateRange,
        keywords: termQuery,
        exclude_keywords: termQuery,
        cpv: termQuery,
        provinces: termQuery,
        cities: termQuery,
        authorities: termQuery,
        order_types: termQuery,
        value_from: wholeNumber(0, MAX_ORDER_VALUE_PLN).optional(),
        value_to: wholeNumber(0, MAX_ORDER_VALUE_PLN).optional(),
        min_days_to_offer: wholeNumber(1, MAX_DAYS_TO_OFFER).optional(),
        ...paging(1000, 100),
      })
      .refine(inOrder, outOfOrder)
      .refine(isValueInOrder, valuesOutOfOrder),
    response: page(bzpNotice),
  },
  'bzp.previewAlert': {
    ...free.ask,
    path: '/v1/bzp/alerts/preview',
    summary: 'How many procedures of the last 30 days match the filter, with a few examples',
    source: '4.3, decision 24',
    body: bzpFilter,
    response: bzpPreview,
  },
  'bzp.explainAlert': {
    ...free.ask,
    path: '/v1/bzp/alerts/explain',
    summary: 'How each value of the filter affects the count, and which to remove when nothing matches',
    source: 'decision 24 (the path is ours)',
    body: bzpFilter,
    response: bzpExplanation,
  },
  'bzp.compareAlerts': {
    ...free.ask,
    path: '/v1/bzp/alerts/compare',
    summary: 'How many procedures several filters find alone and together',
    source: 'decision 24 (the path is ours)',
    body: z.object({ filters: z.array(bzpFilter).min(2).max(MAX_COMPARED_FILTERS) }),
    response: bzpComparison,
  },
  'bzp.facets': {
    ...free.get,
    path: '/v1/bzp/facets',
    summary: 'Which values the procedures of the last 30 days have, with their counts',
    source: 'decision 24 (the path is ours)',
    query: z.object({
      field: z.enum(bzpFacetFields),
      /** Only values that contain these letters, regardless of case and diacritics. */
      q: line(200).min(2).optional(),
      limit: limit(10_000, 100),
    }),
    response: bzpFacets,
  },
} as const satisfies Record<string, Operation>
