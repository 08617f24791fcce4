import { statSync } from 'node:fs'

import { sql } from 'kysely'

import { tableNames } from '../backup/copied-tables'
import type { Storage, Db } from '../storage'

export type StoreSize = { readonly part: 'database' | 'wal'; readonly bytes: number }

/** Size of the file and its write-ahead log on SQLite, of the database as the server reports it on PostgreSQL. */
export async function readStoreSize({ db, engine, location }: Storage): Promise<StoreSize[]> {
  if (engine === 'sqlite') {
    const bytesOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0
    return [
      { part: 'database', bytes: bytesOf(location) },
      { part: 'wal', bytes: bytesOf(`${location}-wal`) },
    ]
  }
  const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(db)
  return [{ part: 'database', bytes: rows[0]?.bytes ?? 0 }]
}

export type TableSize = {
  readonly table: string
  /** On PostgreSQL an estimate of its statistics. */
  readonly rows: number
  /** Including indexes; null if the engine does not report it. */
  readonly bytes: number | null
}

/** Largest first. On SQLite every table is scanned, so use it on request of an operator and not every minute. */
export async function listTableSizes({ db, engine }: Storage): Promise<TableSize[]> {
  if (engine === 'postgres') {
    const { rows } = await sql<{ table: string; rows: number; bytes: number }>`
      select relname as "table", n_live_tup as rows, pg_total_relation_size(relid) as bytes
      from pg_stat_user_tables where schemaname = current_schema()`.execute(db)
    return rows.toSorted((a, b) => b.bytes - a.bytes)
  }
  const sizes: TableSize[] = []
  for (const table of (await tableNames(db, engine)).filter((name) => !isShadow(name))) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(db)
    sizes.push({ table, rows: rows[0]?.count ?? 0, bytes: null })
  }
  return sizes.toSorted((a, b) => b.rows - a.rows)
}

/** Tables in which SQLite stores a full-text index. */
const isShadow = (name: string): boolean => /_(?:data|idx|content|docsize|config)$/.test(name)

export type AppliedMigration = { readonly name: string; readonly at: string }

export async function listMigrations(db: Storage['db']): Promise<AppliedMigration[]> {
  const { rows } = await sql<{ name: string; timestamp: string }>`
    select name, timestamp from kysely_migration order by name`.execute(db)
  return rows.map(({ name, timestamp }) => ({ name, at: timestamp }))
}

export type EndpointTotal = {
  readonly pool: string
  readonly endpoint: string
  readonly calls: number
  readonly units: number
}
export type LedgerTotals = {
  readonly endpoints: readonly EndpointTotal[]
  readonly overageUnits: number
  readonly overageGrosz: number
}

/**
 * Totals of the ledger over all accounts and months. They are summed from the counters, which are written in the
 * transaction of each charge: there are few rows however many calls were charged.
 */
export async function readLedgerTotals(db: Db): Promise<LedgerTotals> {
  const endpoints = await db
    .selectFrom('usage_endpoints')
    .select((e) => ['pool', 'endpoint', e.fn.sum<number>('calls').as('calls'), e.fn.sum<number>('units').as('units')])
    .groupBy(['pool', 'endpoint'])
    .orderBy('pool')
    .orderBy('endpoint')
    .execute()
  const overage = await db
    .selectFrom('usage_months')
    .select((e) => [
      e.fn.sum<number | null>('overage_units').as('units'),
      e.fn.sum<number | null>('overage_grosz').as('grosz'),
    ])
    .executeTakeFirst()
  return { endpoints, overageUnits: overage?.units ?? 0, overageGrosz: overage?.grosz ?? 0 }
}
