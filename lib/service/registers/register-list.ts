import type * as z from 'zod'

import { countEntries, type RegisterEntryQuery, listRegisterEntries } from '@/lib/storage/registers/register-entries'

import type { Context } from '../http/context'
import type { Paging } from '../http/paged-list'
import { readChargedPage } from '../metering/charged-list'

type Requested<S> = { readonly item: S; readonly wanted: RegisterEntryQuery; readonly paging: Paging }

/** Decision 28f: a page of KNF, UOKiK or SUDOP, newest first, one unit an item. */
export async function listRegister<S extends z.ZodType>(
  { db, meter }: Context,
  { item, wanted, paging }: Requested<S>,
) {
  const { rows, total, next_cursor } = await readChargedPage(
    meter,
    {
      read: (page) => listRegisterEntries(db, wanted, { before: page.cursor, limit: page.limit }),
      count: () => countEntries(db, wanted),
      name: wanted.register,
      positionOf: (row) => row.position,
    },
    paging,
  )
  return { items: rows.map(({ row }) => item.parse(JSON.parse(row))), total, next_cursor }
}
