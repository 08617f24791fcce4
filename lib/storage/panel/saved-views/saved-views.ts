import type { AccountTx } from '../../engine/account-lock'
import type { Db } from '../../storage'
import type { SavedViewTable } from './tables'

/** The owner of what belongs to the whole account. */
export const TEAM = ''

type Place = { readonly accountId: string; readonly page: string }
type Seen = Place & { readonly userId: string }

/** The user's own and the team's, the newest first. */
export function listViews(db: Db, { accountId, page, userId }: Seen): Promise<SavedViewTable[]> {
  return db
    .selectFrom('saved_views')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('page', '=', page)
    .where('owner', 'in', [userId, TEAM])
    .orderBy('saved_at', 'desc')
    .orderBy('id')
    .execute()
}

/** The view ids of the user's default and of the team's, by owner. */
export async function readDefaults(db: Db, { accountId, page, userId }: Seen): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('view_defaults')
    .select(['owner', 'view_id'])
    .where('account_id', '=', accountId)
    .where('page', '=', page)
    .where('owner', 'in', [userId, TEAM])
    .execute()
  return new Map(rows.map(({ owner, view_id }) => [owner, view_id]))
}

export const findView = (db: Db, accountId: string, id: string): Promise<SavedViewTable | undefined> =>
  db.selectFrom('saved_views').selectAll().where('account_id', '=', accountId).where('id', '=', id).executeTakeFirst()

export async function countViews(db: Db, accountId: string, owner: string): Promise<number> {
  const { count } = await db
    .selectFrom('saved_views')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('owner', '=', owner)
    .executeTakeFirstOrThrow()
  return count
}

/** The row as it stands afterwards: a view of the same name keeps its id. */
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

/** What opened with it opens without a view from then on. */
export async function deleteView(db: AccountTx, accountId: string, id: string): Promise<void> {
  await db.deleteFrom('view_defaults').where('account_id', '=', accountId).where('view_id', '=', id).execute()
  await db.deleteFrom('saved_views').where('account_id', '=', accountId).where('id', '=', id).execute()
}

export async function setDefault(
  db: AccountTx,
  place: Place & { owner: string; viewId: string | null },
): Promise<void> {
  const { accountId: account_id, page, owner, viewId: view_id } = place
  if (view_id === null) {
    await db
      .deleteFrom('view_defaults')
      .where((eb) => eb.and({ account_id, page, owner }))
      .execute()
    return
  }
  await db
    .insertInto('view_defaults')
    .values({ account_id, page, owner, view_id })
    .onConflict((conflict) => conflict.columns(['account_id', 'page', 'owner']).doUpdateSet({ view_id }))
    .execute()
}
