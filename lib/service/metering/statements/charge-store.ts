import { type Compilable, CompiledQuery } from 'kysely'
import type { ClientBase } from 'pg'

import { prepared } from '@/lib/storage/engine/prepared'
import { engineOf } from '@/lib/storage/engine/reader'
import type { Db } from '@/lib/storage/storage'

import { readSpendCap, selectSpendCap } from '../../accounts/statements/accounts'
import type { UsageDayTable, UsageMonthTable } from '../tables'
import { emptyMonth, insertMonth, lockMonth, readDay, readMonth, selectDay, selectMonth, emptyDay } from './usage'
import { type ChargeEntry, toPostgresWrite, toSqliteWrites } from './write-charges'

export type MeteredMonth = { readonly counters: UsageMonthTable; readonly spendCapPln: number | null }

export type ChargeStore = {
  /**
   * Locks the account's month, as every charge of the account does. The cap is read under the same lock under which it
   * is changed, so a lowered cap applies to the very next charge.
   */
  month(accountId: string, month: string): Promise<MeteredMonth>
  day(accountId: string, day: string): Promise<UsageDayTable>
  write(entered: readonly ChargeEntry[]): Promise<void>
}

export const chargeStore = (db: Db): ChargeStore => ({
  month: async (accountId, month) => {
    const counters = await lockMonth(db, accountId, month)
    return { counters, spendCapPln: await readSpendCap(db, accountId) }
  },
  day: (accountId, day) => readDay(db, accountId, day),
  write: async (entered) => {
    const writes = engineOf(db) === 'sqlite' ? toSqliteWrites(entered) : [toPostgresWrite(entered)]
    for (const { sql, values } of writes) await db.executeQuery(CompiledQuery.raw(sql, values))
  },
})

/**
 * A store on one PostgreSQL connection that sends queries without waiting for previous answers. `db` only compiles the
 * queries.
 */
export function pipelinedChargeStore(db: Db, client: ClientBase): ChargeStore {
  const runQuery = async <R extends object>(query: Compilable<R>): Promise<R[]> => {
    const { sql, parameters } = query.compile()
    return (await client.query<R>(prepared(sql, parameters))).rows
  }
  const store: ChargeStore = {
    month: async (accountId, month) => {
      const [[counters], [cap]] = await Promise.all([
        runQuery(selectMonth(db, accountId, month).forNoKeyUpdate()),
        runQuery(selectSpendCap(db, accountId)),
      ])
      if (!cap) throw new Error(`There is no account ${accountId}`)
      if (counters) return { counters, spendCapPln: cap.spend_cap_pln }
      await runQuery(insertMonth(db, emptyMonth(accountId, month)))
      return store.month(accountId, month)
    },
    day: async (accountId, day) => (await runQuery(selectDay(db, accountId, day)))[0] ?? emptyDay(accountId, day),
    write: async (entered) => {
      const { sql, values } = toPostgresWrite(entered)
      await client.query(prepared(sql, values))
    },
  }
  return store
}

/** Reads the current counters without a lock, to predict what would be refused. */
export const unlockedMonths = (db: Db): Pick<ChargeStore, 'month' | 'day'> => ({
  month: async (accountId, month) => ({
    counters: await readMonth(db, accountId, month),
    spendCapPln: await readSpendCap(db, accountId),
  }),
  day: (accountId, day) => readDay(db, accountId, day),
})
