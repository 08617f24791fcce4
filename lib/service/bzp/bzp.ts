import { type BzpFilter, bzpFilter, type BzpNotice } from '@/lib/contract/bzp'
import type { Parsed } from '@/lib/contract/table'
import { noticeLists } from '@/lib/domain/bzp/notice-filter'
import { recordOf } from '@/lib/domain/collections/record-of'
import { checkIdentifier } from '@/lib/domain/identifiers/identifiers'
import { countNotices, listNoticesBefore, type NoticeListQuery } from '@/lib/service/bzp/statements/bzp-notice-list'
import { noticeOfRow, noticesAt } from '@/lib/service/bzp/statements/bzp-notices'
import type { Db } from '@/lib/storage/storage'

import { type Context, type Handler, type HandlersOf, preparedBy } from '../http/context'
import { toSearchText } from '../http/list-query'
import { chargeForItems, readChargedPage } from '../metering/charged-list'
import { addBits, type Bits, eachBit, emptyBits, intersectBits, setBit } from './bits'
import { explain } from './explanation'
import { countFacets } from './facets'
import { noticeLimits } from './notice-conditions'
import type { NoticeIndex } from './notice-index'
import { newestOf, toNoticeTerms } from './notice-query'
import { openNoticeIndex, PREVIEW_DAYS } from './notice-window'
import { previewRange, rangeBefore, toDaily } from './preview-dates'
import { findProcedures } from './procedure-list'
import { createYieldToEventLoop } from './yield-to-event-loop'

type Comparison = {
  readonly counts: readonly number[]
  readonly regions: readonly { readonly foundBy: readonly number[]; readonly count: number }[]
  /** For each procedure that all filters find: the newest of its matching notices. */
  readonly common: Uint32Array
}

/** How the results of several filters overlap. `found` has the notices of each filter; at most 32 filters. */
async function compare(index: NoticeIndex, found: readonly Bits[]): Promise<Comparison> {
  const pause = createYieldToEventLoop()
  // One bit per filter.
  const foundBy = new Uint32Array(index.procedures)
  const any = emptyBits((found[0]?.length ?? 0) * 32)
  for (const [filter, notices] of found.entries()) {
    addBits(any, notices)
    await eachBit(notices, pause, (notice) => {
      const procedure = index.procedureOf(notice)
      foundBy[procedure] = (foundBy[procedure] ?? 0) | (1 << filter)
    })
  }
  const counts = new Map<number, number>()
  for (const filters of foundBy) if (filters !== 0) counts.set(filters, (counts.get(filters) ?? 0) + 1)
  const all = (2 ** found.length - 1) >>> 0
  const common = emptyBits(any.length * 32)
  await eachBit(any, pause, (notice) => {
    if (foundBy[index.procedureOf(notice)] === all) setBit(common, notice)
  })
  return {
    counts: found.map((notices) => index.countProcedures(notices)),
    regions: [...counts]
      .map(([filters, count]) => ({ foundBy: filtersIn(filters, found.length), count }))
      .sort(byFilters),
    common: await index.newestOf(common, pause),
  }
}

const filtersIn = (filters: number, length: number): number[] =>
  Array.from({ length }, (_, filter) => filter).filter((filter) => (filters & (1 << filter)) !== 0)

type Region = Comparison['regions'][number]
/** Regions of fewer filters come first, then by the order of the filters. */
const byFilters = (a: Region, b: Region): number =>
  a.foundBy.length - b.foundBy.length ||
  a.foundBy.reduce((order, filter, at) => order || filter - (b.foundBy[at] ?? 0), 0)

const MAX_EXAMPLES = 5

const examplesOf = (index: NoticeIndex, notices: Iterable<number>): number[] =>
  newestOf(index, notices, MAX_EXAMPLES).map((notice) => index.positionOf(notice))

/** One search covers both the preview's days and the days before them. */
const previewAlert: Handler<'bzp.previewAlert'> = async ({ body }, { dependencies: { storage }, now }) => {
  const terms = toNoticeTerms(body)
  const index = await openNoticeIndex(storage, now)
  const before = index.within(rangeBefore(now))
  const present = index.within(previewRange(now))
  const both = present.map((word, at) => word | (before[at] ?? 0))
  const found = await index.search(terms, both)
  intersectBits(before, found)
  intersectBits(present, found)
  const procedures = await index.newestOf(present)
  return {
    days: PREVIEW_DAYS,
    count: procedures.length,
    examples: await readNotices(storage.db, examplesOf(index, procedures)),
    daily: toDaily(index, procedures, now),
    previous_count: hasWholePreviousRange(index, now) ? index.countProcedures(before) : null,
  }
}

/** Notices are deleted by age: if the store has something older than those days, it has all of them. */
const hasWholePreviousRange = (index: NoticeIndex, now: Date): boolean => index.oldest <= rangeBefore(now).from

/** Null if the query has neither a list nor a limit. */
function filterFromQuery(query: Parsed<'bzp.list'>['query']): BzpFilter | null {
  const lists = recordOf(noticeLists, (list) => query[list] ?? [])
  const limits = recordOf(noticeLimits, (limit) => query[limit] ?? null)
  const isEmpty =
    noticeLists.every((list) => lists[list].length === 0) && noticeLimits.every((limit) => limits[limit] === null)
  return isEmpty ? null : bzpFilter.parse({ ...lists, ...limits })
}

/** The search runs before the transaction of the charge, because other calls wait for that transaction. */
const listNotices = preparedBy<'bzp.list'>(async ({ query }, { now, dependencies: { storage } }) => {
  const filter = filterFromQuery(query)
  if (filter === null) return (context) => listEveryNotice(query, context)
  const { q, date_from: from, date_to: to, cursor, limit } = query
  const page = await findProcedures(storage, { filter, q, from, to }, { cursor, now })
  return async ({ db, meter }) => {
    const paid = await chargeForItems(meter, page.positions.slice(0, limit), { limit })
    const items = await readNotices(db, paid)
    return { items, total: page.total, next_cursor: page.cursorAfter(paid.length) }
  }
})

/** `q` searches the same texts as the keywords of a preview, or is the NIP of the authority. */
async function listEveryNotice(
  query: Parsed<'bzp.list'>['query'],
  { db, meter }: Context,
): ReturnType<Handler<'bzp.list'>> {
  const { q, date_from: from, date_to: to } = query
  const nip = q === undefined ? undefined : checkIdentifier('nip', q)
  const wanted: NoticeListQuery = {
    text: q === undefined ? undefined : toSearchText(q),
    nip: nip?.ok ? nip.value : undefined,
    from,
    to,
  }
  const { rows, total, next_cursor } = await readChargedPage(
    meter,
    {
      read: (page) => listNoticesBefore(db, { ...wanted, before: page.cursor, limit: page.limit }),
      count: () => countNotices(db, wanted),
      name: 'bzp-notices',
      positionOf: (row) => row.position,
    },
    query,
  )
  return { items: rows.map(noticeOfRow), total, next_cursor }
}

export const bzpHandlers: HandlersOf<'bzp'> = {
  'bzp.list': listNotices,
  'bzp.previewAlert': previewAlert,
  'bzp.explainAlert': async ({ body }, { dependencies: { storage }, now }) => {
    const terms = toNoticeTerms(body)
    const index = await openNoticeIndex(storage, now)
    const { count, without, withoutLimits, toDrop } = await explain(index, terms, index.within(previewRange(now)))
    const withValue = <P extends (typeof without)[number] | { list: (typeof noticeLists)[number]; index: number }>(
      location: P,
    ) => ({ ...location, value: body[location.list][location.index] ?? '' })
    return {
      days: PREVIEW_DAYS,
      count,
      without: without.map(withValue),
      without_limits: [...withoutLimits],
      to_drop: toDrop && { count: toDrop.count, limits: [...toDrop.limits], values: toDrop.values.map(withValue) },
    }
  },
  'bzp.compareAlerts': async ({ body }, { dependencies: { storage }, now }) => {
    const filters = body.filters.map((filter, at) => toNoticeTerms(filter, ['body', 'filters', at]))
    const index = await openNoticeIndex(storage, now)
    const window = index.within(previewRange(now))
    const found = []
    for (const terms of filters) found.push(await index.search(terms, window))
    const { counts, regions, common } = await compare(index, found)
    return {
      days: PREVIEW_DAYS,
      counts: [...counts],
      regions: regions.map(({ foundBy, count }) => ({ found_by: [...foundBy], count })),
      common: await readNotices(storage.db, examplesOf(index, common)),
    }
  },
  'bzp.facets': async ({ query }, { dependencies: { storage }, now }) => {
    const { field, limit } = query
    const q = query.q === undefined ? undefined : toSearchText(query.q)
    const index = await openNoticeIndex(storage, now)
    const items = await countFacets(index, { field, q, window: index.within(previewRange(now)) })
    return { days: PREVIEW_DAYS, items: items.slice(0, limit), total: items.length }
  },
}

/** Reads the notices at these positions, in this order; notices deleted in between are left out. */
async function readNotices(db: Db, positions: readonly number[]): Promise<BzpNotice[]> {
  if (positions.length === 0) return []
  const rows = await noticesAt(db, positions)
  const byPosition = new Map(rows.map((row) => [row.position, row]))
  return positions.flatMap((position) => {
    const row = byPosition.get(position)
    return row ? [noticeOfRow(row)] : []
  })
}
