import type * as z from 'zod'

import { countEntries, type EntryQuery, listEntries } from '@/lib/storage/register-entries'

import { readChargedPage } from './charged-list'
import type { Context } from './context'
import type { Paging } from './paged-list'

type Asked<S> = { readonly item: S; readonly wanted: EntryQuery; readonly paging: Paging }

/** Decision 28: a page of KNF, UOKiK or SUDOP, newest first, one unit an item. */
export async function listRegister<S extends z.ZodType>({ db, meter }: Context, { item, wanted, paging }: Asked<S>) {
  const { rows, total, next_cursor } = await readChargedPage(
    meter,
    {
      read: (page) => listEntries(db, wanted, { before: page.cursor, limit: page.limit }),
      count: () => countEntries(db, wanted),
      name: wanted.register,
      positionOf: (row) => row.position,
    },
    paging,
  )
  return { items: rows.map(({ row }) => item.parse(JSON.parse(row))), total, next_cursor }
}
