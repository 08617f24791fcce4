import * as z from 'zod'

import { type PanelOperation, forEveryone, forReaders } from '@/lib/contract/panel-operation'
import { count, dateRange, inOrder, line, outOfOrder, wholeNumber } from '@/lib/contract/values'
import { type PagedList, pagedLists, registerPageSizes, registerRows } from '@/lib/domain/registers/register-rows'
import { keptAnswer } from '@/lib/features/companies/contract'

/**
 * The lists of registers, and the sections of one. Pages that were paid for are kept, so that opening them again costs nothing
 * until somebody asks anew.
 */
export type RegisterList = PagedList | 'sections'

/** The operation of the service that is paid for. */
export const operationOfList = (list: RegisterList): (typeof registerRows)[PagedList]['operation'] | 'knf.sections' =>
  list === 'sections' ? 'knf.sections' : registerRows[list].operation

const listed = z.object({ list: z.enum([...pagedLists, 'sections']) })

/** What a list is narrowed to; a field that the list's operation does not have is not asked for. */
const narrowed = {
  q: line(200).min(2).optional(),
  section: wholeNumber(1, 1000).optional(),
  nip: line(20).min(1).optional(),
  ...dateRange,
}
const narrowedBody = z.object(narrowed).refine(inOrder, outOfOrder)
export type ListQuery = z.output<typeof narrowedBody>

const keptPage = keptAnswer.extend({
  /** From 0. */
  page: count,
  /** In the shape of the list's operation. A remote service may lack fields. */
  rows: z.array(z.unknown()),
  /** As many as there were in all when this page was asked for; null where the service did not say. */
  total: count.nullable(),
})
export type KeptPage = z.infer<typeof keptPage>

/** The newest answer to a query: pages of one series, one after another. Without `pages` nobody asked. */
const keptList = z.object({
  /** Null: nobody asked. */
  series: z.string().nullable(),
  pages: z.array(keptPage),
  /** Where the pages of the series go on that are kept as well, free of charge; null: these were the last. */
  next_page: count.nullable(),
  /** More can be asked for, at its price. */
  has_more: z.boolean(),
})
export type KeptList = z.infer<typeof keptList>

const rowMonitor = z.object({
  id: z.string(),
  name: z.string(),
  tags: z.array(z.string()),
  /** By a number of the company; otherwise its name reads alike, which proves nothing. */
  is_sure: z.boolean(),
})
const watchedRow = z.object({
  /** Id of the page, and the place of the row in it. */
  page_id: z.string(),
  row: count,
  /** A few of them. */
  monitors: z.array(rowMonitor),
  monitor_count: count,
})
export type WatchedRow = z.infer<typeof watchedRow>

export const registerListOperations = {
  'registers.list': {
    ...forEveryone.get,
    path: '/panel/registers/{list}',
    summary: 'What was last paid for of a list, narrowed as given, free of charge',
    params: listed,
    query: z
      .object({ ...narrowed, series: z.uuid().optional(), from: wholeNumber(0, 100_000).default(0) })
      .refine(inOrder, outOfOrder),
    response: keptList,
  },
  'registers.recent': {
    ...forEveryone.get,
    path: '/panel/registers/{list}/recent',
    summary: 'The queries of a list that were paid for last',
    params: listed,
    response: z.object({
      items: z.array(
        keptAnswer.pick({ asked_at: true, asked_by: true }).extend({
          query: z.object({
            q: z.string().optional(),
            section: z.number().optional(),
            nip: z.string().optional(),
            date_from: z.string().optional(),
            date_to: z.string().optional(),
          }),
          /** Rows that are kept. */
          rows: count,
          total: count.nullable(),
        }),
      ),
    }),
  },
  'registers.monitors': {
    ...forReaders.get,
    path: '/panel/registers/{list}/monitors',
    summary: 'Rows of kept pages that concern a company which the account watches',
    params: listed,
    query: z.object({ series: z.uuid(), from: wholeNumber(0, 100_000), to: wholeNumber(0, 100_000) }),
    response: z.object({ rows: z.array(watchedRow) }),
  },
  'registers.ask': {
    ...forEveryone.post,
    idempotent: false,
    spends: true,
    path: '/panel/registers/{list}',
    summary: 'Asks the service for a page of a list, keeps it and says what it cost',
    invalidates: ['panel.registers.recent', 'panel.registers.monitors', 'usage'],
    params: listed,
    body: z.object({
      query: narrowedBody.default({}),
      /**
       * The id of the newest page that the caller has seen, null for none: where a newer one is there, asked for by somebody else
       * meanwhile, that one is given and nothing is charged.
       */
      known: z.string().nullable(),
      /** `next`: the page after the newest; otherwise the list from its beginning, anew. */
      page: z.enum(['first', 'next']).default('first'),
      limit: z.literal(registerPageSizes).default(25),
    }),
    /** `pages`: those that the caller has not seen; all from the first on where the series is another one. */
    response: keptList.extend({
      /** What this call cost; null where the service did not say. 0: nothing was asked for, or nothing was found. */
      units: count.nullable(),
      /** What is left of the pool; null where the service does not say, or nothing limits it. */
      left: z.number().int().nullable(),
    }),
  },
} as const satisfies Record<string, PanelOperation>
