import type { StoredLists } from '@/lib/domain/stored-lists'
import { recordedValuesOf, insertFilterVersion } from '@/lib/service/monitors/statements/evidence'
import { hashOfLists } from '@/lib/service/monitors/statements/recorded-values'
import type { FilterVersionTable, FilterTable } from '@/lib/service/monitors/tables'
import type { Db } from '@/lib/storage/storage'

import { parseContent } from './filter-content'

type Step = Pick<FilterVersionTable, 'kind' | 'at'> & { readonly before: StoredLists; readonly after: StoredLists }

const noLists: StoredLists = {}

const record = (db: Db, { id, account_id, name }: FilterTable, { kind, at, ...lists }: Step): Promise<void> =>
  insertFilterVersion(db, { account_id, filter_id: id, kind, witness: 'service', at, name }, lists)

const listsOf = async (db: Db, { account_id, content }: FilterTable): Promise<StoredLists> =>
  (await recordedValuesOf(db, account_id)).lists(parseContent(content))

export const recordNewFilter = async (db: Db, row: FilterTable): Promise<void> =>
  record(db, row, { kind: 'created', at: row.created_at, before: noLists, after: await listsOf(db, row) })

/** Records nothing if the save changed neither name nor values. */
export async function recordChangedFilter(db: Db, previous: FilterTable, row: FilterTable): Promise<void> {
  const [before, after] = [await listsOf(db, previous), await listsOf(db, row)]
  if (previous.name === row.name && hashOfLists(before) === hashOfLists(after)) return
  await record(db, row, { kind: 'changed', at: row.updated_at, before, after })
}

export const recordDeletedFilter = async (db: Db, row: FilterTable, at: string): Promise<void> =>
  record(db, row, { kind: 'deleted', at, before: await listsOf(db, row), after: noLists })
