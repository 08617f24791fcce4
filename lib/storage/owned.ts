import { expressionBuilder, type Insertable, type Selectable, sql, type Updateable } from 'kysely'

import { monitoringReaders } from '@/lib/contract/operation'

import type { AccountTx } from './engine/account-lock'
import type { Db } from './storage'
import type { Database } from './tables'

/** Owner of what belongs to the whole account. */
export const TEAM_OWNER = ''

/** Tables of resources that users create, name and delete. All have `id`, `account_id` and `name`. */
type OwnedTable = 'channels' | 'feeds' | 'report_schedules' | 'rules' | 'saved_views' | 'white_list_schedules'
type Shape = {
  /** `owner`: a user, or `TEAM_OWNER`; `user_id`: always a user; `account`: shared by the account. */
  readonly ownership: 'owner' | 'user_id' | 'account'
  /** `created_by` is a user; `maker` is their e-mail address while they are a member. */
  readonly hasCreator?: boolean
  /** Rows with `deleted_at` are treated as deleted. */
  readonly isSoftDeleted?: boolean
  /** Rows of this kind belong to the panel and are hidden from users. */
  readonly hiddenKind?: 'email'
  /** Rows of this kind are counted and named separately. */
  readonly separateKind?: 'tender'
}
type NamedRow = { readonly id: string; readonly account_id: string; readonly name: string }
type GroupedRow = { readonly account_id: string; readonly kind?: string }
export type OwnedRow<T extends OwnedTable> = Selectable<Database[T]> & NamedRow
export type VisibleRow<T extends OwnedTable> = OwnedRow<T> & { readonly maker: string | null }
export type OwnedRowsViewer = { readonly accountId: string; readonly userId: string }

/** The row belongs to the team, or to a member who may see monitoring data and can sign in. */
export function isVisibleToOwner(table: 'channels' | 'rules') {
  // Safe: only columns of channels that rules have as well are used.
  const tableName = table as 'channels'
  const e = expressionBuilder<Database, 'channels'>()
  return e.or([
    e(`${tableName}.owner`, '=', TEAM_OWNER),
    e.exists(
      e
        .selectFrom('members')
        .innerJoin('users', 'users.id', 'members.user_id')
        .select(sql<number>`1`.as('one'))
        .whereRef('members.account_id', '=', `${tableName}.account_id`)
        .whereRef('members.user_id', '=', `${tableName}.owner`)
        .where('members.role', 'in', [...monitoringReaders])
        .where('members.disabled_at', 'is', null)
        .where('users.disabled_at', 'is', null),
    ),
  ])
}

/** Statements about resources that users own. A resource of another user is treated as missing. */
export function ownedRows<T extends OwnedTable>(
  table: T,
  { ownership, hasCreator = false, isSoftDeleted = false, hiddenKind, separateKind }: Shape,
) {
  // Safe: only columns of channels that the table has as well are used.
  const name = table as 'channels'
  const column = (ownership === 'account' ? 'account_id' : ownership) as 'owner'
  const ofAccount = (db: Db, accountId: string) =>
    db
      .selectFrom(`${name} as own`)
      .where('own.account_id', '=', accountId)
      .$if(isSoftDeleted, (query) => query.where('own.deleted_at', 'is', null))
      .$if(hiddenKind !== undefined, (query) => query.where('own.kind', '!=', hiddenKind ?? 'email'))
  const sameGroup = (db: Db, row: GroupedRow) =>
    ofAccount(db, row.account_id).$if(separateKind !== undefined, (query) =>
      // Safe: a kind of the table.
      query.where('own.kind', row.kind === separateKind ? '=' : '!=', separateKind as unknown as 'email'),
    )
  const visible = (db: Db, { accountId, userId }: OwnedRowsViewer) =>
    ofAccount(db, accountId)
      .selectAll('own')
      .$if(ownership === 'owner', (query) => query.where('own.owner', 'in', [userId, TEAM_OWNER]))
      .$if(ownership === 'user_id', (query) => query.where(`own.${column}`, '=', userId))
      .$if(hasCreator, (query) =>
        query.select((e) =>
          e
            .selectFrom('members')
            .innerJoin('users', 'users.id', 'members.user_id')
            .select('users.email')
            .whereRef('members.account_id', '=', 'own.account_id')
            .whereRef('members.user_id', '=', 'own.created_by')
            .as('maker'),
        ),
      )
  // Safe: both are rows of the table.
  type NewRow = Insertable<Database['channels']>
  type RowChange = Updateable<Database['channels']>
  return {
    list: async (db: Db, viewer: OwnedRowsViewer): Promise<VisibleRow<T>[]> =>
      (await visible(db, viewer).orderBy('own.id').execute()) as unknown as VisibleRow<T>[],
    find: async (db: Db, viewer: OwnedRowsViewer, id: string): Promise<VisibleRow<T> | undefined> =>
      (await visible(db, viewer).where('own.id', '=', id).executeTakeFirst()) as unknown as VisibleRow<T> | undefined,
    /** Reads a row of any owner, for jobs of its account. */
    read: async (db: Db, id: string): Promise<OwnedRow<T> | undefined> =>
      (await db.selectFrom(name).selectAll().where('id', '=', id).executeTakeFirst()) as unknown as
        | OwnedRow<T>
        | undefined,
    /** Number of the account's rows that share a limit with a row, optionally of one owner. */
    count: async (db: Db, row: GroupedRow, owner?: string): Promise<number> => {
      const { count } = await sameGroup(db, row)
        .$if(owner !== undefined, (query) => query.where(`own.${column}`, '=', owner ?? ''))
        .select((e) => e.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return count
    },
    /** Another row of the same owner and name. */
    findNamesake: (db: Db, row: GroupedRow & NamedRow & { readonly owner?: string }) => {
      const { id, account_id: accountId, name: rowName, owner = accountId } = row
      return sameGroup(db, row)
        .select('own.id')
        .where(`own.${column}`, '=', owner)
        .where('own.name', '=', rowName)
        .where('own.id', '!=', id)
        .executeTakeFirst()
    },
    insert: async (tx: AccountTx, row: Insertable<Database[T]>): Promise<void> => {
      await tx
        .insertInto(name)
        .values(row as unknown as NewRow)
        .execute()
    },
    update: async (tx: Db, id: string, change: Updateable<Database[T]>): Promise<void> => {
      await tx
        .updateTable(name)
        .set(change as unknown as RowChange)
        .where('id', '=', id)
        .execute()
    },
    delete: async (tx: AccountTx, id: string): Promise<void> => {
      await tx.deleteFrom(name).where('id', '=', id).execute()
    },
    /** Deletes what belongs only to a user of an account when the user leaves it. */
    deleteOf: async (db: AccountTx, { accountId, userId }: OwnedRowsViewer): Promise<void> => {
      await db.deleteFrom(name).where('account_id', '=', accountId).where(column, '=', userId).execute()
    },
  }
}
export type OwnedRows<T extends OwnedTable> = ReturnType<typeof ownedRows<T>>
