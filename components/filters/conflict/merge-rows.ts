import { filterLists, type FilterListName } from '@/lib/domain/filter-lists'

import { valueKey } from '../draft/list-values'
import type { MergeSides } from '../draft/three-way-merge'
import { cachedName } from '../lists/names'
import { findValues } from '../lists/order-values'

export type SideChange = 'added' | 'removed' | 'unchanged'

/**
 * A value that at least one side changed, with what each side did to it. A change is merged unless the other side undid
 * it.
 */
export interface MergeRow {
  readonly list: FilterListName
  readonly value: string
  readonly mine: SideChange
  readonly theirs: SideChange
  readonly isMerged: boolean
}

function rowsOfList(list: FilterListName, { base, mine, theirs }: MergeSides): readonly MergeRow[] {
  const byKey = (values: readonly string[]) => new Map(values.map((value) => [valueKey(list, value), value]))
  const [baseByKey, mineByKey, theirsByKey] = [
    byKey(base.content[list]),
    byKey(mine.content[list]),
    byKey(theirs.content[list]),
  ]
  const changeOf = (key: string, side: ReadonlyMap<string, string>): SideChange => {
    if (side.has(key) === baseByKey.has(key)) return 'unchanged'
    return side.has(key) ? 'added' : 'removed'
  }
  return [...new Map([...baseByKey, ...mineByKey, ...theirsByKey])]
    .map(([key, value]) => ({
      list,
      value,
      mine: changeOf(key, mineByKey),
      theirs: changeOf(key, theirsByKey),
      isMerged: !baseByKey.has(key),
    }))
    .filter((row) => row.mine !== 'unchanged' || row.theirs !== 'unchanged')
}

export function findMergeRows(rows: readonly MergeRow[], text: string): readonly MergeRow[] {
  if (text.trim() === '') return rows
  return filterLists.flatMap((list) => {
    const listRows = rows.filter((row) => row.list === list)
    const nameOf = (value: string) => cachedName(list, value)
    const found = new Set(
      findValues(
        listRows.map(({ value }) => value),
        text,
        { list, nameOf },
      ),
    )
    return listRows.filter(({ value }) => found.has(value))
  })
}

export const mergeRows = (sides: MergeSides): readonly MergeRow[] =>
  filterLists.flatMap((list) => rowsOfList(list, sides))
