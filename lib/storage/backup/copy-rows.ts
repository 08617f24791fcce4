import { createHash } from 'node:crypto'

import { sql } from 'kysely'

import { chunksOf } from '@/lib/domain/collections/chunks'

import type { Db, Engine } from '../storage'

export type CopiedRow = Readonly<Record<string, unknown>>

const PAGE = 1000
/** Values per statement: well below the limit of bound values of either engine. */
const VALUES = 10_000

/** Reads all rows of a table in pages. Call it within a snapshot transaction. */
export const readTable = (db: Db, engine: Engine, table: string): AsyncGenerator<readonly CopiedRow[]> =>
  engine === 'sqlite' ? readOnSqlite(db, table) : readOnPostgres(db, table)

async function* readOnSqlite(db: Db, table: string): AsyncGenerator<readonly CopiedRow[]> {
  let after = 0
  for (;;) {
    const page = await sql<CopiedRow & { copied_rowid: number }>`
      select rowid as copied_rowid, * from ${sql.table(table)} where rowid > ${after} order by rowid limit ${PAGE}
    `.execute(db)
    after = page.rows.at(-1)?.copied_rowid ?? after
    yield page.rows.map(({ copied_rowid: _rowId, ...row }) => row)
    if (page.rows.length < PAGE) return
  }
}

async function* readOnPostgres(db: Db, table: string): AsyncGenerator<readonly CopiedRow[]> {
  await sql`declare copied no scroll cursor for select * from ${sql.table(table)}`.execute(db)
  for (;;) {
    const { rows } = await sql<CopiedRow>`fetch ${sql.lit(PAGE)} from copied`.execute(db)
    yield rows
    if (rows.length < PAGE) break
  }
  await sql`close copied`.execute(db)
}

/** Inserts rows of one table; all must have the same columns. */
export async function insertRows(db: Db, table: string, rows: readonly CopiedRow[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
  const names = sql.join(columns.map((column) => sql.ref(column)))
  for (const chunk of chunksOf(rows, Math.max(1, Math.floor(VALUES / Math.max(1, columns.length))))) {
    const values = chunk.map((row) => sql`(${sql.join(columns.map((column) => row[column] ?? null))})`)
    await sql`insert into ${sql.table(table)} (${names}) values ${sql.join(values)}`.execute(db)
  }
}

/** Deletes rows that a migration inserted. */
export async function clearTable(db: Db, table: string): Promise<void> {
  const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db)
  // Skipped for an empty table, because triggers of the audit log refuse the statement itself.
  if (rows.length > 0) await sql`delete from ${sql.table(table)}`.execute(db)
}

/** The highest id that each counter has issued, by table, so that ids of deleted rows are not reused. */
export async function readCounters(db: Db, engine: Engine): Promise<Record<string, number>> {
  if (engine === 'sqlite') {
    const { rows } = await sql<{ name: string; seq: number }>`select name, seq from sqlite_sequence`.execute(db)
    return Object.fromEntries(rows.map(({ name, seq }) => [name, seq]))
  }
  const counters: Record<string, number> = {}
  for (const { table, sequence } of await postgresCounters(db)) {
    const { rows } = await sql<{ last: number }>`
      select case when is_called then last_value else 0 end as last from ${sql.table(sequence)}`.execute(db)
    counters[table] = rows[0]?.last ?? 0
  }
  return counters
}

export async function writeCounters(db: Db, engine: Engine, counters: Readonly<Record<string, number>>): Promise<void> {
  if (engine === 'sqlite') {
    for (const [table, last] of Object.entries(counters)) {
      await sql`delete from sqlite_sequence where name = ${table}`.execute(db)
      await sql`insert into sqlite_sequence (name, seq) values (${table}, ${last})`.execute(db)
    }
    return
  }
  for (const { table, sequence } of await postgresCounters(db)) {
    const last = counters[table] ?? 0
    if (last > 0) await sql`select setval(${sequence}::regclass, ${last}, true)`.execute(db)
  }
}

type PostgresCounter = { readonly table: string; readonly sequence: string }

async function postgresCounters(db: Db): Promise<readonly PostgresCounter[]> {
  const { rows } = await sql<PostgresCounter>`
    select own.relname as "table", counter.relname as sequence
    from pg_class as counter
    join pg_depend as owned on owned.objid = counter.oid and owned.deptype = 'a'
    join pg_class as own on own.oid = owned.refobjid
    where counter.relkind = 'S' and counter.relnamespace = current_schema()::regnamespace`.execute(db)
  return rows
}

/** Number of rows of a table and a hash of them, independent of the engine and of the order. */
export type Fingerprint = { readonly rows: number; readonly sha256: string }

/** If `columns` is given, only those are hashed. Call it within a snapshot transaction, like `readTable`. */
export async function tableFingerprint(
  db: Db,
  engine: Engine,
  { table, columns }: { readonly table: string; readonly columns?: readonly string[] },
): Promise<Fingerprint> {
  const sum = createFingerprint(columns)
  for await (const page of readTable(db, engine, table)) for (const row of page) sum.add(row)
  return sum.end()
}

/** Adds the hashes of rows, so that their order does not matter. */
export function createFingerprint(columns?: readonly string[]) {
  const total = Buffer.alloc(32)
  let rows = 0
  return {
    add: (row: CopiedRow): void => {
      const names = columns ?? Object.keys(row).toSorted()
      const text = JSON.stringify(names.map((name) => [name, row[name] ?? null]))
      addInto(total, createHash('sha256').update(text).digest())
      rows += 1
    },
    end: (): Fingerprint => ({ rows, sha256: total.toString('hex') }),
  }
}

/** Adds instead of using exclusive or, because equal rows would cancel each other out. */
function addInto(total: Buffer, hash: Buffer): void {
  let carry = 0
  for (let at = total.length - 1; at >= 0; at -= 1) {
    const sum = (total[at] ?? 0) + (hash[at] ?? 0) + carry
    total[at] = sum & 0xff
    carry = sum >> 8
  }
}
