import { toPaidAnswer } from '@/lib/features/companies/paid-answers'
import { findLastOfSeries, listSeries } from '@/lib/features/companies/statements/paid-answers'
import type { PaidAnswerTable } from '@/lib/features/companies/tables'
import type { PanelContext } from '@/lib/panel/context'

import type { StoredList, StoredPage } from './contract'
import { listedRows } from './list-calls'

/** Maximum number of pages per answer; a long list is returned in batches. */
const BATCH_PAGES = 20

type SeriesPosition = { readonly list: string; readonly series: string | undefined; readonly from: number }

const emptyList: StoredList = { series: null, pages: [], next_page: null, has_more: false }

/** The stored pages of a series starting at one page, as many as fit into one answer. */
export async function readStoredPages(
  { list, series, from }: SeriesPosition,
  { storage: { db }, account }: Pick<PanelContext, 'storage' | 'account'>,
): Promise<StoredList> {
  if (series === undefined) return emptyList
  const scope = { account_id: account.id, about: 'list', topic: list, series } as const
  const [rows, last] = await Promise.all([
    listSeries(db, scope, { from, limit: BATCH_PAGES }),
    findLastOfSeries(db, scope),
  ])
  if (last === undefined) return emptyList
  const end = rows.at(-1)?.page ?? last.page
  return {
    series,
    pages: rows.map(toStoredPage),
    next_page: end < last.page ? end + 1 : null,
    has_more: last.cursor !== null,
  }
}

const toStoredPage = (row: PaidAnswerTable): StoredPage => ({
  ...toPaidAnswer(row),
  page: row.page,
  rows: [...readRows(row)],
  total: row.total,
})

export const readRows = ({ answer }: Pick<PaidAnswerTable, 'answer'>): readonly unknown[] =>
  listedRows(JSON.parse(answer)) ?? []
