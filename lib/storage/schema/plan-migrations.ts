import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Kysely, sql } from 'kysely'

import { tableNames } from '../backup/copied-tables'
import { openSqliteDialect } from '../engine/sqlite-dialect'
import { migrate, readSchema, refusesOlderWriters } from '../migrate'
import type { Storage } from '../storage'
import type { Database } from '../tables'

export type PlannedMigration = {
  readonly name: string
  /** Processes of an older version stop once it has run. */
  readonly refusesOlder: boolean
  /** Existing tables that its statements use, with their current number of rows. */
  readonly tables: readonly { readonly name: string; readonly rows: number }[]
  readonly createdTables: readonly string[]
}

/**
 * Lists the migrations that would run on a store, and the tables that they affect. Changes nothing: the statements come
 * from a rehearsal on an empty store of the same schema, in a separate folder.
 */
export async function planMigrations(storage: Storage): Promise<readonly PlannedMigration[]> {
  const { db, engine } = storage
  const { last, pending } = await readSchema(db, engine)
  if (last === undefined || pending.length === 0) return []
  const rehearsals = await rehearse(last, pending)
  const present = new Set(await tableNames(db, engine))
  const affectedTables = new Set(rehearsals.flatMap(({ tables }) => tables).filter((table) => present.has(table)))
  const counts = new Map<string, number>()
  await storage.readSnapshot(async (snapshot) => {
    for (const table of affectedTables) {
      const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(snapshot)
      counts.set(table, rows[0]?.count ?? 0)
    }
  })
  return rehearsals.map(({ name, tables, createdTables }) => ({
    name,
    refusesOlder: refusesOlderWriters.has(name),
    createdTables: createdTables.filter((table) => !present.has(table)),
    tables: tables.flatMap((table) => {
      const rows = counts.get(table)
      return rows === undefined ? [] : [{ name: table, rows }]
    }),
  }))
}

type Rehearsal = {
  readonly name: string
  readonly tables: readonly string[]
  readonly createdTables: readonly string[]
}

async function rehearse(from: string, pending: readonly string[]): Promise<readonly Rehearsal[]> {
  const folder = await mkdtemp(join(tmpdir(), 'registers-plan-'))
  let statements: string[] = []
  const db = new Kysely<Database>({
    dialect: openSqliteDialect(join(folder, 'rehearsal.db')),
    log: ({ query }) => {
      statements.push(query.sql)
    },
  })
  try {
    await migrate(db, 'sqlite', { to: from })
    const rehearsals: Rehearsal[] = []
    let before = new Set(await tableNames(db, 'sqlite'))
    for (const name of pending) {
      statements = []
      await migrate(db, 'sqlite', { to: name })
      const run = statements
      const after = new Set(await tableNames(db, 'sqlite'))
      const createdTables = [...after].filter((table) => !before.has(table) && !isOfTextIndex(table))
      const tables = [...new Set([...before, ...after])].filter((table) => run.some((text) => isNamedIn(text, table)))
      rehearsals.push({ name, createdTables, tables: tables.filter((table) => !createdTables.includes(table)) })
      before = after
    }
    return rehearsals
  } finally {
    await db.destroy()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Whether the statement uses the table, other than in a foreign key. */
const isNamedIn = (statement: string, table: string): boolean =>
  !MACHINERY_TABLES.has(table) &&
  new RegExp(`\\b(?:from|join|into|update|table|on|exists)\\s+"?${table}"?(?![\\w"])`, 'i').test(statement)

/** Tables in which SQLite stores a text index. */
const isOfTextIndex = (table: string): boolean => /_(?:config|content|data|docsize|idx)$/.test(table)

/** Tables that the migration machinery itself uses. */
const MACHINERY_TABLES = new Set(['meta'])
