import * as z from 'zod'

import { type PanelOperation, forEveryone, forReaders } from '@/lib/contract/panel-operation'
import { count, dateRange, inOrder, line, outOfOrder, wholeNumber } from '@/lib/contract/values'
import { type PagedList, pagedLists, registerPageSizes, registerRows } from '@/lib/domain/registers/register-rows'
import { paidAnswer } from '@/lib/features/companies/contract'

/**
 * The lists of registers, and the sections of one. Paid pages are stored, so that opening them again is free until a
 * user requests them again.
 */
export type RegisterList = PagedList | 'sections'

/** The paid operation of the service. */
export const operationOfList = (list: RegisterList): (typeof registerRows)[PagedList]['operation'] | 'knf.sections' =>
  list === 'sections' ? 'knf.sections' : registerRows[list].operation

const listParams = z.object({ list: z.enum([...pagedLists, 'sections']) })

/** Filters of a list; fields that the list's operation does not have are not sent. */
const filterFields = {
  q: line(200).min(2).optional(),
  section: wholeNumber(1, 1000).optional(),
  nip: line(20).min(1).optional(),
  ...dateRange,
}
const filterBody = z.object(filterFields).refine(inOrder, outOfOrder)
export type ListQuery = z.output<typeof filterBody>

const storedPage = paidAnswer.extend({
  /** From 0. */
  page: count,
  /** In the shape of the list's operation. A remote service may omit fields. */
  rows: z.array(z.unknown()),
  /** Total number of rows when this page was requested; null if the service did not report it. */
  total: count.nullable(),
})
export type StoredPage = z.infer<typeof storedPage>

/**
 * The newest answer to a query: pages of one series in order. Empty `pages` mean that the query was never requested.
 */
const storedList = z.object({
  /** Null if the query was never requested. */
  series: z.string().nullable(),
  pages: z.array(storedPage),
  /** The next stored page of the series, available free of charge; null if these were the last. */
  next_page: count.nullable(),
  /** True if more can be requested, at its price. */
  has_more: z.boolean(),
})
export type StoredList = z.infer<typeof storedList>

const rowMonitor = z.object({
  id: z.string(),
  name: z.string(),
  tags: z.array(z.string()),
  /** True for a match by a number of the company; otherwise only its name is similar, which proves nothing. */
  is_sure: z.boolean(),
})
const watchedRow = z.object({
  /** Id of the page, and the position of the row in it. */
  page_id: z.string(),
  row: count,
  /** Some of the monitors. */
  monitors: z.array(rowMonitor),
  monitor_count: count,
})
export type WatchedRow = z.infer<typeof watchedRow>

export const registerListOperations = {
  'registers.list': {
    ...forEveryone.get,
    path: '/panel/registers/{list}',
    summary: 'The last paid answer of a list with the given filters, free of charge',
    params: listParams,
    query: z
      .object({ ...filterFields, series: z.uuid().optional(), from: wholeNumber(0, 100_000).default(0) })
      .refine(inOrder, outOfOrder),
    response: storedList,
  },
  'registers.recent': {
    ...forEveryone.get,
    path: '/panel/registers/{list}/recent',
    summary: 'The queries of a list that were paid for last',
    params: listParams,
    response: z.object({
      items: z.array(
        paidAnswer.pick({ asked_at: true, asked_by: true }).extend({
          query: z.object({
            q: z.string().optional(),
            section: z.number().optional(),
            nip: z.string().optional(),
            date_from: z.string().optional(),
            date_to: z.string().optional(),
          }),
          rows: count,
          total: count.nullable(),
        }),
      ),
    }),
  },
  'registers.monitors': {
    ...forReaders.get,
    path: '/panel/registers/{list}/monitors',
    summary: 'Rows of stored pages about companies that the account watches',
    params: listParams,
    query: z.object({ series: z.uuid(), from: wholeNumber(0, 100_000), to: wholeNumber(0, 100_000) }),
    response: z.object({ rows: z.array(watchedRow) }),
  },
  'registers.ask': {
    ...forEveryone.post,
    idempotent: false,
    spends: true,
    path: '/panel/registers/{list}',
    summary: 'Query the service for a page of a list, store it and return its cost',
    invalidates: ['panel.registers.recent', 'panel.registers.monitors', 'usage'],
    params: listParams,
    body: z.object({
      query: filterBody.default({}),
      /**
       * Id of the newest page that the caller has, or null: if a newer one is stored, requested by another user in
       * between, it is returned without a charge.
       */
      known: z.string().nullable(),
      /** `next`: the page after the newest; `first`: requests the list again from its beginning. */
      page: z.enum(['first', 'next']).default('first'),
      limit: z.literal(registerPageSizes).default(25),
    }),
    /** `pages`: those that the caller does not have; all of them if the series has changed. */
    response: storedList.extend({
      /** Cost of this call; null if the service did not report it. 0: no call was made, or there were no results. */
      units: count.nullable(),
      /** Remaining units of the pool; null if the service does not report them, or there is no limit. */
      left: z.number().int().nullable(),
    }),
  },
} as const satisfies Record<string, PanelOperation>
