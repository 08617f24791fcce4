import type { AccountTx } from '../../engine/account-lock'
import type { Db } from '../../storage'
import type { RegisterAnswerTable } from './tables'

/** A page without its text. */
export type RegisterAnswerHead = Omit<RegisterAnswerTable, 'answer'>

const HEAD = [
  'id',
  'account_id',
  'list',
  'query_key',
  'query',
  'series',
  'page',
  'asked_at',
  'asked_by',
  'pool',
  'units',
  'request_id',
  'cursor',
  'row_count',
  'total',
  'sha256',
] as const satisfies readonly (keyof RegisterAnswerHead)[]

type OfList = { readonly accountId: string; readonly list: string }
type OfQuery = OfList & { readonly queryKey: string }
type OfSeries = OfList & { readonly series: string }

export async function insertRegisterAnswer(db: AccountTx, answer: RegisterAnswerTable): Promise<void> {
  await db.insertInto('register_answers').values(answer).execute()
}

const ofList = (db: Db, { accountId, list }: OfList) =>
  db.selectFrom('register_answers').where('account_id', '=', accountId).where('list', '=', list)

/** The newest page of what a query was answered; undefined where nobody asked. */
export const findNewestRegisterAnswer = (
  db: Db,
  { queryKey, ...of }: OfQuery,
): Promise<RegisterAnswerHead | undefined> =>
  ofList(db, of)
    .where('query_key', '=', queryKey)
    .select(HEAD)
    .orderBy('asked_at', 'desc')
    .orderBy('page', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Pages of one series from a page on, first to last, with their texts. */
export const listRegisterAnswers = (
  db: Db,
  { series, ...of }: OfSeries,
  { from, limit }: { readonly from: number; readonly limit: number },
): Promise<RegisterAnswerTable[]> =>
  ofList(db, of)
    .where('series', '=', series)
    .where('page', '>=', from)
    .selectAll()
    .orderBy('page')
    .limit(limit)
    .execute()

/** The last page of a series. */
export const findLastOfSeries = (db: Db, { series, ...of }: OfSeries): Promise<RegisterAnswerHead | undefined> =>
  ofList(db, of).where('series', '=', series).select(HEAD).orderBy('page', 'desc').limit(1).executeTakeFirst()

/** What was asked for last, newest first, without the texts. */
export const listRecentRegisterAnswers = (db: Db, of: OfList, limit: number): Promise<RegisterAnswerHead[]> =>
  ofList(db, of).select(HEAD).orderBy('asked_at', 'desc').orderBy('page', 'desc').limit(limit).execute()
