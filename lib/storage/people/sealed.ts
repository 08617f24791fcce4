import type { Db } from '../storage'

/** The id is what the seal is bound to. */
export type SealedRow = { readonly id: string; readonly sealed: string }
type Kind = 'accounts' | 'authenticator_apps'

export async function listSealed(db: Db, kind: Kind): Promise<SealedRow[]> {
  if (kind === 'authenticator_apps') {
    return db.selectFrom(kind).select(['user_id as id', 'sealed_secret as sealed']).orderBy('user_id').execute()
  }
  const rows = await db.selectFrom(kind).select(['id', 'sealed_api_key as sealed']).orderBy('id').execute()
  return rows.flatMap(({ id, sealed }) => (sealed === null ? [] : [{ id, sealed }]))
}

/** False when it is not what it was. */
export async function replaceSealed(db: Db, kind: Kind, row: SealedRow & { readonly by: string }): Promise<boolean> {
  const update =
    kind === 'accounts'
      ? db
          .updateTable(kind)
          .set({ sealed_api_key: row.by })
          .where('id', '=', row.id)
          .where('sealed_api_key', '=', row.sealed)
      : db
          .updateTable(kind)
          .set({ sealed_secret: row.by })
          .where('user_id', '=', row.id)
          .where('sealed_secret', '=', row.sealed)
  return Number((await update.executeTakeFirst()).numUpdatedRows) === 1
}
