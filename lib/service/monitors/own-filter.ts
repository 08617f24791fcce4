import { findFilter } from '@/lib/service/monitors/statements/filters'
import type { FilterTable } from '@/lib/service/monitors/tables'

import type { Context } from '../http/context'
import { notFound } from '../http/errors'

/** Throws 404 if the account has no such filter. */
export async function requireOwnFilter({ db, account }: Context, id: string): Promise<FilterTable> {
  const row = await findFilter(db, account.id, id)
  if (!row) throw notFound()
  return row
}
