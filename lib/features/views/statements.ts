import type { AccountTx } from '@/lib/storage/engine/account-lock'
import { putRow } from '@/lib/storage/engine/insert-new'
import { ofAccount } from '@/lib/storage/engine/of-account'
import { ownedRows, TEAM_OWNER } from '@/lib/storage/owned'
import type { Db } from '@/lib/storage/storage'

import type { SavedViewTable } from './tables'

type PageKey = { readonly accountId: string; readonly page: string }
type DefaultsQuery = PageKey & { readonly userId: string }

export const viewRows = ownedRows('saved_views', { ownership: 'owner' })

/** The view ids of the user's default and of the team's, by owner. */
export async function readDefaults(db: Db, { accountId, page, userId }: DefaultsQuery): Promise<Map<string, string>> {
  const rows = await ofAccount(db, 'view_defaults', accountId)
    .select(['owner', 'view_id'])
    .where('page', '=', page)
    .where('owner', 'in', [userId, TEAM_OWNER])
    .execute()
  return new Map(rows.map(({ owner, view_id }) => [owner, view_id]))
}

/** Returns the saved row: a view of the same name retains its id. */
export function upsertView(db: AccountTx, view: SavedViewTable): Promise<SavedViewTable> {
  const { query, saved_by, saved_at } = view
  return db
    .insertInto('saved_views')
    .values(view)
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'page', 'owner', 'name']).doUpdateSet({ query, saved_by, saved_at }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function setDefault(db: Db, input: PageKey & { owner: string; viewId: string | null }): Promise<void> {
  const { accountId: account_id, page, owner, viewId: view_id } = input
  if (view_id === null) {
    await db
      .deleteFrom('view_defaults')
      .where((eb) => eb.and({ account_id, page, owner }))
      .execute()
    return
  }
  await putRow(db, 'view_defaults', { account_id, page, owner, view_id }, ['account_id', 'page', 'owner'])
}
