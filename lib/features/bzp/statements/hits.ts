import { sql } from 'kysely'

import { chunksOf } from '@/lib/domain/collections/chunks'
import type { AccountTx } from '@/lib/storage/engine/account-lock'
import { INSERT_CHUNK, LOOKUP_CHUNK } from '@/lib/storage/engine/chunks'
import { insertAll } from '@/lib/storage/engine/insert-all'
import { countRows } from '@/lib/storage/engine/outcome'
import { allocateNumbers } from '@/lib/storage/engine/sequences'
import type { Db } from '@/lib/storage/storage'

import type { BzpFoundNoticeTable, BzpHitTable, BzpMatchTable } from '../tables'

type Hit = Pick<BzpHitTable, 'alert_id' | 'notice_id'>

/** Returns the keys (`hitKey`) of those hits that are already stored. */
export async function listKnownHits(db: Db, hits: readonly Hit[]): Promise<ReadonlySet<string>> {
  const known = new Set<string>()
  const alerts = [...new Set(hits.map(({ alert_id: id }) => id))]
  for (const ids of chunksOf([...new Set(hits.map(({ notice_id: id }) => id))], LOOKUP_CHUNK)) {
    const rows = await db
      .selectFrom('bzp_hits')
      .select(['alert_id', 'notice_id'])
      .where('notice_id', 'in', ids)
      .where('alert_id', 'in', alerts)
      .execute()
    for (const row of rows) known.add(hitKey(row))
  }
  return known
}

export const hitKey = ({ alert_id: alert, notice_id: notice }: Hit): string => `${alert} ${notice}`

/** Locks the sequence, so that numbers become visible in order. */
export const reserveMatchNumbers = (db: Db, count: number): Promise<number> => allocateNumbers(db, 'bzp_matches', count)

export const insertHits = (db: Db, hits: readonly BzpHitTable[]): Promise<void> => insertAll(db, 'bzp_hits', hits)

/** The first stored version of a notice is retained. */
export const storeFoundNotices = (db: Db, notices: readonly BzpFoundNoticeTable[]): Promise<void> =>
  insertAll(db, 'bzp_found_notices', notices, ['account_id', 'notice_id'])

/**
 * Inserts new procedures. Another notice of a known procedure makes it new again and preserves the marks of users. A
 * notice older than the current one only changes the number.
 */
export async function putMatches(db: Db, matches: readonly BzpMatchTable[]): Promise<void> {
  for (const chunk of chunksOf(onePerProcedure(matches), INSERT_CHUNK)) {
    await db
      .insertInto('bzp_matches')
      .values(chunk)
      .onConflict((conflict) =>
        conflict.columns(['alert_id', 'tender_id']).doUpdateSet((e) => {
          const newer = (column: 'notice_id' | 'published_at' | 'search_text' | 'offers_until') =>
            sql<string>`case when bzp_matches.published_at <= excluded.published_at
              then ${sql.ref(`excluded.${column}`)} else ${sql.ref(`bzp_matches.${column}`)} end`
          return {
            number: e.ref('excluded.number'),
            found_at: e.ref('excluded.found_at'),
            notice_id: newer('notice_id'),
            search_text: newer('search_text'),
            offers_until: newer('offers_until'),
            published_at: newer('published_at'),
          }
        }),
      )
      .execute()
  }
}

function onePerProcedure(matches: readonly BzpMatchTable[]): BzpMatchTable[] {
  const newestByKey = new Map<string, BzpMatchTable>()
  for (const match of matches) {
    const key = `${match.alert_id} ${match.tender_id}`
    const before = newestByKey.get(key)
    const newest = before && before.published_at > match.published_at ? before : match
    newestByKey.set(key, { ...newest, number: Math.max(match.number, before?.number ?? 0) })
  }
  return [...newestByKey.values()]
}

/** Returns the ids of existing alerts and locks them against deletion until the transaction ends. */
export async function lockAlerts(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows: { id: string }[] = []
  for (const chunk of chunksOf([...new Set(ids)].toSorted(), LOOKUP_CHUNK)) {
    rows.push(
      ...(await db.selectFrom('rules').select('id').where('id', 'in', chunk).orderBy('id').forKeyShare().execute()),
    )
  }
  return new Set(rows.map(({ id }) => id))
}

export const listHitsOf = (db: Db, alertId: string, tenderIds: readonly string[]): Promise<BzpHitTable[]> =>
  tenderIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('bzp_hits')
        .selectAll()
        .where('alert_id', '=', alertId)
        .where('tender_id', 'in', [...tenderIds])
        .execute()

export async function listFoundNotices(
  db: Db,
  accountId: string,
  ids: readonly string[],
): Promise<BzpFoundNoticeTable[]> {
  const rows: BzpFoundNoticeTable[] = []
  for (const chunk of chunksOf([...new Set(ids)], LOOKUP_CHUNK)) {
    const found = db.selectFrom('bzp_found_notices').selectAll().where('account_id', '=', accountId)
    rows.push(...(await found.where('notice_id', 'in', chunk).execute()))
  }
  return rows
}

export const countFoundSince = (db: Db, alertId: string, instant: string): Promise<number> =>
  db.selectFrom('bzp_matches').where('alert_id', '=', alertId).where('published_at', '>=', instant).$call(countRows)

/**
 * Prepares the digest of a window: each procedure is reported once, by its newest notice, and dismissed ones are never
 * reported.
 */
export async function foldPendingHits(
  db: AccountTx,
  { ruleId, after, before }: { readonly ruleId: string; readonly after: number; readonly before: string },
): Promise<void> {
  const pending = db
    .selectFrom('rule_hits')
    .where('rule_id', '=', ruleId)
    .where('number', '>', after)
    .where('at', '<', before)
  await db
    .updateTable('rule_hits')
    .set({ number: 0 })
    .where('rule_id', '=', ruleId)
    .where('number', '>', after)
    .where('at', '<', before)
    .where((e) =>
      e.or([
        e('number', 'not in', pending.select((f) => f.fn.max('number').as('number')).groupBy('subject_key')),
        e(
          'subject_key',
          'in',
          e
            .selectFrom('bzp_matches')
            .select(sql<string>`'tender:' || tender_id`.as('key'))
            .where('alert_id', '=', ruleId)
            .where('dismissed_at', 'is not', null),
        ),
      ]),
    )
    .execute()
}
