import { chunksOf } from '@/lib/domain/collections/chunks'
import type { AccountTx } from '@/lib/storage/engine/account-lock'
import { INSERT_CHUNK } from '@/lib/storage/engine/chunks'
import type { Db } from '@/lib/storage/storage'

import type { RiskAskTable } from '../tables-risk'

/** A company that waits already retains its place in the queue; a newer event is added to it. */
export async function putRiskAsks(db: AccountTx, requests: readonly RiskAskTable[]): Promise<void> {
  const newest = new Map<string, RiskAskTable>()
  for (const request of requests) {
    const key = `${request.rule_id} ${request.subject}`
    const other = newest.get(key)
    if (!other || other.last_event < request.last_event) newest.set(key, request)
  }
  for (const chunk of chunksOf([...newest.values()], INSERT_CHUNK)) {
    await db
      .insertInto('risk_asks')
      .values(chunk)
      .onConflict((conflict) =>
        conflict
          .columns(['rule_id', 'subject'])
          .doUpdateSet((e) => ({
            reason: e.ref('excluded.reason'),
            monitor_id: e.ref('excluded.monitor_id'),
            last_event: e.ref('excluded.last_event'),
          }))
          .whereRef('excluded.last_event', '>', 'risk_asks.last_event'),
      )
      .execute()
  }
}

export const listRiskAsksOfRule = (db: Db, ruleId: string): Promise<RiskAskTable[]> =>
  db.selectFrom('risk_asks').selectAll().where('rule_id', '=', ruleId).execute()

export async function dropRiskAsks(db: AccountTx, ruleId: string, subjects: readonly string[]): Promise<void> {
  for (const chunk of chunksOf(subjects, INSERT_CHUNK)) {
    await db.deleteFrom('risk_asks').where('rule_id', '=', ruleId).where('subject', 'in', chunk).execute()
  }
}

/** `dayStart`: companies read since then are not read again today. */
type DueQuery = { readonly accountId: string; readonly dayStart: string }

const dueAsks = (db: Db, { accountId, dayStart }: DueQuery) =>
  db
    .selectFrom('risk_asks')
    .where('risk_asks.account_id', '=', accountId)
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('risk_readings')
            .select('risk_readings.read_at')
            .whereRef('risk_readings.account_id', '=', 'risk_asks.account_id')
            .whereRef('risk_readings.subject', '=', 'risk_asks.subject')
            .where('risk_readings.read_at', '>=', dayStart),
        ),
      ),
    )

/** Requests from events come before initial readings; within each, the longest waiting comes first. */
export const nextRiskAsk = (
  db: Db,
  { ruleIds, ...query }: DueQuery & { readonly ruleIds: readonly string[] },
): Promise<RiskAskTable | undefined> =>
  ruleIds.length === 0
    ? Promise.resolve(undefined)
    : dueAsks(db, query)
        .selectAll('risk_asks')
        .where('rule_id', 'in', [...ruleIds])
        .orderBy('reason')
        .orderBy('asked_at')
        .orderBy('subject')
        .limit(1)
        .executeTakeFirst()

/** By rule: how many companies wait, and since when. */
export const countDueRiskAsks = (db: Db, query: DueQuery) =>
  dueAsks(db, query)
    .select((e) => [
      'risk_asks.rule_id',
      e.fn.countAll<number>().as('count'),
      e.fn.min('risk_asks.asked_at').as('since'),
    ])
    .groupBy('risk_asks.rule_id')
    .execute()

/** Deletes and returns the requests that one reading answers: all up to an event. */
export async function claimRiskAsks(
  db: AccountTx,
  { account_id, subject, last_event }: Pick<RiskAskTable, 'account_id' | 'subject' | 'last_event'>,
): Promise<RiskAskTable[]> {
  return db
    .deleteFrom('risk_asks')
    .where('account_id', '=', account_id)
    .where('subject', '=', subject)
    .where('last_event', '<=', last_event)
    .returningAll()
    .execute()
}
