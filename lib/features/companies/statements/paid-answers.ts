import type { AccountTx } from '@/lib/storage/engine/account-lock'
import { ofAccount } from '@/lib/storage/engine/of-account'
import type { Db } from '@/lib/storage/storage'

import type { PaidAnswerTable } from '../tables'

export type AnswerHead = Omit<PaidAnswerTable, 'answer'>

const HEAD = [
  'id',
  'account_id',
  'about',
  'topic',
  'subject',
  'series',
  'page',
  'asked_at',
  'asked_by',
  'operation',
  'query',
  'pool',
  'units',
  'request_id',
  'cursor',
  'row_count',
  'total',
  'sha256',
] as const satisfies readonly (keyof AnswerHead)[]

type Account = Pick<PaidAnswerTable, 'account_id'>
type Topic = Account & Pick<PaidAnswerTable, 'about' | 'topic'>
type Series = Topic & Pick<PaidAnswerTable, 'series'>

/** Identifies a request; its newest answer is the current one. */
export type AnswerKey = Topic & Pick<PaidAnswerTable, 'subject'>

export async function insertPaidAnswer(tx: AccountTx, answer: PaidAnswerTable): Promise<void> {
  await tx.insertInto('kept_answers').values(answer).execute()
}

const ofTopic = (db: Db, { account_id, about, topic }: Topic) =>
  ofAccount(db, 'kept_answers', account_id).where('about', '=', about).where('topic', '=', topic)

const inSeries = (db: Db, key: Series) => ofTopic(db, key).where('series', '=', key.series)

/** Undefined if it was never requested. */
export const findNewestAnswer = (db: Db, key: AnswerKey): Promise<AnswerHead | undefined> =>
  ofTopic(db, key)
    .where('subject', '=', key.subject)
    .select(HEAD)
    .orderBy('asked_at', 'desc')
    .orderBy('page', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Pages of one series with their content, in order; all of them, or `limit` pages from a page on. */
export const listSeries = (
  db: Db,
  key: Series,
  { from, limit }: { readonly from: number; readonly limit?: number } = { from: 0 },
): Promise<PaidAnswerTable[]> =>
  inSeries(db, key)
    .where('page', '>=', from)
    .selectAll()
    .orderBy('page')
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
    .execute()

export const findLastOfSeries = (db: Db, key: Series): Promise<AnswerHead | undefined> =>
  inSeries(db, key).select(HEAD).orderBy('page', 'desc').limit(1).executeTakeFirst()

/** Newest first, without content. */
export const listRecentAnswers = (db: Db, key: Topic, limit: number): Promise<AnswerHead[]> =>
  ofTopic(db, key).select(HEAD).orderBy('asked_at', 'desc').orderBy('page', 'desc').limit(limit).execute()

const aboutCompanies = (db: Db, { account_id }: Account) =>
  db.selectFrom('kept_answers').where('account_id', '=', account_id).where('about', '=', 'company')

/** Newest first, without content. */
export const listCompanyAnswers = (db: Db, key: Account & { readonly number: string }): Promise<AnswerHead[]> =>
  aboutCompanies(db, key)
    .select(HEAD)
    .where('subject', '=', key.number)
    .orderBy('asked_at', 'desc')
    .orderBy('page', 'desc')
    .execute()

type PartAnswersQuery = Account & { readonly parts: readonly string[]; readonly limit: number }

/** First pages of these parts for the `limit` companies with the latest requests, newest first, without content. */
export function listAnswersOfParts(db: Db, { parts, limit, ...account }: PartAnswersQuery): Promise<AnswerHead[]> {
  const companies = aboutCompanies(db, account)
    .select(({ fn }) => ['subject as company', fn.max('asked_at').as('last')])
    .where('topic', 'in', parts)
    .groupBy('subject')
    .orderBy('last', 'desc')
    .limit(limit)
  return aboutCompanies(db, account)
    .innerJoin(companies.as('companies'), 'companies.company', 'kept_answers.subject')
    .select(HEAD)
    .where('topic', 'in', parts)
    .where('page', '=', 0)
    .orderBy('last', 'desc')
    .orderBy('subject')
    .orderBy('asked_at', 'desc')
    .execute()
}

export async function readAnswerTexts(
  db: Db,
  { account_id }: Account,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await ofAccount(db, 'kept_answers', account_id).select(['id', 'answer']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, answer }) => [id, answer]))
}
