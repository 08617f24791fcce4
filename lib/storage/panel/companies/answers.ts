import type { AccountTx } from '../../engine/account-lock'
import type { Db } from '../../storage'
import type { CompanyAnswerTable } from './tables'

/** An answer without its text. */
export type AnswerHead = Omit<CompanyAnswerTable, 'answer'>

const HEAD = [
  'id',
  'account_id',
  'number',
  'part',
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
  'sha256',
] as const satisfies readonly (keyof AnswerHead)[]

type OfCompany = { readonly accountId: string; readonly number: string }
type OfPart = OfCompany & { readonly part: string }

export async function insertCompanyAnswer(db: AccountTx, answer: CompanyAnswerTable): Promise<void> {
  await db.insertInto('company_answers').values(answer).execute()
}

/** The newest page of a part; undefined where it was never asked for. */
export const findNewestAnswer = (db: Db, { accountId, number, part }: OfPart): Promise<AnswerHead | undefined> =>
  db
    .selectFrom('company_answers')
    .select(HEAD)
    .where('account_id', '=', accountId)
    .where('number', '=', number)
    .where('part', '=', part)
    .orderBy('asked_at', 'desc')
    .orderBy('page', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Pages of one series, first to last, with their texts. */
export const listSeries = (db: Db, accountId: string, series: string): Promise<CompanyAnswerTable[]> =>
  db
    .selectFrom('company_answers')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('series', '=', series)
    .orderBy('page')
    .execute()

/** Everything that was asked about a company, newest first, without the texts. */
export const listCompanyAnswers = (db: Db, { accountId, number }: OfCompany): Promise<AnswerHead[]> =>
  db
    .selectFrom('company_answers')
    .select(HEAD)
    .where('account_id', '=', accountId)
    .where('number', '=', number)
    .orderBy('asked_at', 'desc')
    .orderBy('page', 'desc')
    .execute()

type OfParts = { readonly accountId: string; readonly parts: readonly string[]; readonly limit: number }

/** First pages of these parts, of the `limit` companies that were asked about last, newest first, without the texts. */
export function listAnswersOfParts(db: Db, { accountId, parts, limit }: OfParts): Promise<AnswerHead[]> {
  const companies = db
    .selectFrom('company_answers')
    .select(({ fn }) => ['number as company', fn.max('asked_at').as('last')])
    .where('account_id', '=', accountId)
    .where('part', 'in', parts)
    .groupBy('number')
    .orderBy('last', 'desc')
    .limit(limit)
  return db
    .selectFrom('company_answers')
    .innerJoin(companies.as('companies'), 'companies.company', 'company_answers.number')
    .select(HEAD)
    .where('account_id', '=', accountId)
    .where('part', 'in', parts)
    .where('page', '=', 0)
    .orderBy('last', 'desc')
    .orderBy('number')
    .orderBy('asked_at', 'desc')
    .execute()
}

/** The texts of answers by their ids. */
export async function readAnswerTexts(db: Db, accountId: string, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('company_answers')
    .select(['id', 'answer'])
    .where('account_id', '=', accountId)
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, answer }) => [id, answer]))
}
