import { sql } from 'kysely'

import { chunksOf } from '@/lib/domain/collections/chunks'
import type { AccountTx } from '@/lib/storage/engine/account-lock'
import { ofAccount } from '@/lib/storage/engine/of-account'
import { engineOf } from '@/lib/storage/engine/reader'
import type { Db } from '@/lib/storage/storage'

import type { RuleHitTable } from '../tables'
import { NOTIFICATIONS, wakeRuleChecks } from './checks'

export type NewHit = Pick<RuleHitTable, 'rule_id' | 'occurrence' | 'subject_key' | 'content'> & {
  /** True if another hit reports it too: it is stored only so that it is not found again. */
  readonly isSilent?: boolean
}
type HitOrigin = { readonly accountId: string; readonly at: string }

/** Rows per statement. */
const HITS_CHUNK = 5_000

type Row = { readonly hit: NewHit; readonly number: number }
type Chunk = { readonly origin: HitOrigin; readonly rows: readonly Row[] }

/**
 * Inserts hits within a transaction; existing hits of a rule stay unchanged. The account is not locked when tenders are
 * found for many accounts. Numbers become visible in ascending order.
 */
export async function insertRuleHits(db: Db, origin: HitOrigin, hits: readonly NewHit[]): Promise<void> {
  const insert = engineOf(db) === 'postgres' ? insertOnPostgres : insertOnSqlite
  for (const chunk of chunksOf(hits, HITS_CHUNK)) {
    const first = (await reserveHitNumbers(db, origin.accountId, chunk.length)) - chunk.length + 1
    const rows = chunk.map((hit, index) => ({ hit, number: hit.isSilent === true ? 0 : first + index }))
    await insert(db, { origin, rows })
  }
  if (hits.some(({ isSilent }) => isSilent !== true)) await wakeRuleChecks(db, origin.accountId, [NOTIFICATIONS])
}

/** Passes the rows as one JSON text, since binding each value costs more than inserting it. */
async function insertOnSqlite(db: Db, { origin: { accountId, at }, rows }: Chunk): Promise<void> {
  const values = JSON.stringify(
    rows.map(({ hit: { rule_id: id, occurrence, subject_key: key, content }, number }) => [
      id,
      occurrence,
      key,
      content,
      number,
    ]),
  )
  // Without a condition, SQLite would parse `on conflict` as part of a join.
  await sql`
    insert into rule_hits (rule_id, occurrence, account_id, at, subject_key, content, number)
    select value ->> 0, value ->> 1, ${accountId}, ${at}, value ->> 2, value ->> 3, value ->> 4
    from json_each(${values}) where true
    on conflict (rule_id, occurrence) do nothing`.execute(db)
}

/** Sends data shared by several rules once, because parsing it again per rule would cost more than inserting it. */
async function insertOnPostgres(db: Db, { origin: { accountId, at }, rows }: Chunk): Promise<void> {
  const positions = new Map<string, number>()
  const contents: NewHit[] = []
  const positionOf = (hit: NewHit): number => {
    const key = `${hit.occurrence} ${hit.subject_key} ${hit.content}`
    const position = positions.get(key) ?? contents.push(hit)
    positions.set(key, position)
    return position
  }
  const hitPositions = rows.map(({ hit }) => positionOf(hit))
  await sql`
    insert into rule_hits (rule_id, occurrence, account_id, at, subject_key, content, number)
    select h.rule_id, w.occurrence, ${accountId}, ${at}, w.subject_key, w.content, h.number
    from unnest(
      ${rows.map(({ hit }) => hit.rule_id)}::text[],
      ${hitPositions}::int8[],
      ${rows.map(({ number }) => number)}::int8[]
    ) as h(rule_id, place, number)
    join unnest(
      ${contents.map(({ occurrence }) => occurrence)}::text[],
      ${contents.map(({ subject_key: key }) => key)}::text[],
      ${contents.map(({ content }) => content)}::text[]
    ) with ordinality as w(occurrence, subject_key, content, place) using (place)
    on conflict (rule_id, occurrence) do nothing`.execute(db)
}

/** `after`: the last hit that the rule has reported. `before`: the end of the window. */
type UnreportedQuery = { readonly ruleId: string; readonly after: number; readonly before: string }

/**
 * Counts what a rule found before an instant and has not reported, and returns its highest number. It stops at the
 * first hit found later, so that one number marks what was reported.
 */
export async function countUnreported(
  db: Db,
  { ruleId, after, before }: UnreportedQuery,
): Promise<{ count: number; upTo: number }> {
  const { later } = await db
    .selectFrom('rule_hits')
    .select((e) => e.fn.min('number').as('later'))
    .where('rule_id', '=', ruleId)
    .where('number', '>', after)
    .where('at', '>=', before)
    .executeTakeFirstOrThrow()
  const { count, up_to: upTo } = await db
    .selectFrom('rule_hits')
    .select((e) => [e.fn.countAll<number>().as('count'), e.fn.max('number').as('up_to')])
    .where('rule_id', '=', ruleId)
    .where('number', '>', after)
    .$if(later !== null, (query) => query.where('number', '<', later ?? 0))
    .executeTakeFirstOrThrow()
  return { count, upTo: upTo ?? after }
}

/** Which of these occurrences a rule has found before. */
export async function listExistingOccurrences(
  db: Db,
  ruleId: string,
  occurrences: readonly string[],
): Promise<ReadonlySet<string>> {
  if (occurrences.length === 0) return new Set()
  const rows = await db
    .selectFrom('rule_hits')
    .select('occurrence')
    .where('rule_id', '=', ruleId)
    .where('occurrence', 'in', [...occurrences])
    .execute()
  return new Set(rows.map(({ occurrence }) => occurrence))
}

export type UnreportedHit = Pick<RuleHitTable, 'number' | 'at' | 'subject_key' | 'content'>
type Page = { readonly ruleId: string; readonly after: number; readonly upTo: number; readonly limit: number }

const hitsBetween = (db: Db, { ruleId, after, upTo, limit }: Page) =>
  db
    .selectFrom('rule_hits')
    .select(['number', 'at', 'subject_key', 'content'])
    .where('rule_id', '=', ruleId)
    .where('number', '>', after)
    .where('number', '<=', upTo)
    .limit(limit)

/** In ascending order of number. */
export const listHits = (db: Db, page: Page): Promise<UnreportedHit[]> =>
  hitsBetween(db, page).orderBy('number').execute()

/** Newest first. */
export const listNewestHits = (db: Db, page: Page): Promise<UnreportedHit[]> =>
  hitsBetween(db, page).orderBy('number', 'desc').execute()

/** The highest hit number of the account; waits for concurrent inserts of hits. */
export const lastHitNumber = (db: AccountTx, accountId: string): Promise<number> => reserveHitNumbers(db, accountId, 0)

/**
 * Reserves the next `count` hit numbers of the account and returns the last one. The row stays locked until the
 * transaction ends, so numbers become visible in ascending order.
 */
async function reserveHitNumbers(db: Db, accountId: string, count: number): Promise<number> {
  const { last } = await db
    .insertInto('rule_hit_numbers')
    .values({ account_id: accountId, last: count })
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet((e) => ({ last: e('rule_hit_numbers.last', '+', count) })),
    )
    .returning('last')
    .executeTakeFirstOrThrow()
  return last
}

const waitingHits = (db: Db, accountId: string) =>
  db
    .selectFrom('rules')
    .innerJoin('rule_hits', (join) =>
      join.onRef('rule_hits.rule_id', '=', 'rules.id').onRef('rule_hits.number', '>', 'rules.last_notified_hit'),
    )
    .where('rules.account_id', '=', accountId)

/** For each rule of the account, the number of waiting hits and since when they wait. */
export const countWaiting = (db: Db, accountId: string) =>
  waitingHits(db, accountId)
    .select((e) => ['rule_hits.rule_id', e.fn.countAll<number>().as('count'), e.fn.min('rule_hits.at').as('first_at')])
    .groupBy('rule_hits.rule_id')
    .execute()

/** Rules with hits that are not reported yet. */
export async function listRulesWithHits(db: Db, accountId: string): Promise<ReadonlySet<string>> {
  const rows = await ofAccount(db, 'rules', accountId)
    .select('id')
    .where((e) =>
      e.exists(
        e
          .selectFrom('rule_hits')
          .select('rule_hits.number')
          .whereRef('rule_hits.rule_id', '=', 'rules.id')
          .whereRef('rule_hits.number', '>', 'rules.last_notified_hit'),
      ),
    )
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Deletes hits about events that the account no longer stores. */
export async function deleteHitsBefore(db: AccountTx, accountId: string, before: string): Promise<void> {
  await db
    .deleteFrom('rule_hits')
    // These belong to no event; a report that is still missing would be found and reported again.
    .where('occurrence', 'not like', 'missing:%')
    .where('account_id', '=', accountId)
    .where('at', '<', before)
    // These belong to no event; a threshold is reported once per period, and the period may not be over.
    .where('occurrence', 'not like', 'spend:%')
    .where((e) =>
      e(
        'number',
        '<=',
        e.selectFrom('rules').select('last_notified_hit').whereRef('rules.id', '=', 'rule_hits.rule_id'),
      ),
    )
    .execute()
}
