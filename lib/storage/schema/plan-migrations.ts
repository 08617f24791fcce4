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
  /** Tables of the store that its statements name, with their rows now. */
  readonly tables: readonly { readonly name: string; readonly rows: number }[]
  /** Tables that it makes. */
  readonly made: readonly string[]
}

/**
 * What would be run on a store, and which of its tables that concerns. Nothing is changed: the statements are those of a rehearsal on an
 * empty store of the same schema, in a folder of its own.
 */
export async function planMigrations(storage: Storage): Promise<readonly PlannedMigration[]> {
  const { db, engine } = storage
  const { last, pending } = await readSchema(db, engine)
  if (last === undefined || pending.length === 0) return []
  const rehearsed = await rehearse(last, pending)
  const present = new Set(await tableNames(db, engine))
  const named = new Set(rehearsed.flatMap(({ tables }) => tables).filter((table) => present.has(table)))
  const counts = new Map<string, number>()
  await storage.readSnapshot(async (on) => {
    for (const table of named) {
      const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(on)
      counts.set(table, rows[0]?.count ?? 0)
    }
  })
  return rehearsed.map(({ name, tables, made }) => ({
    name,
    refusesOlder: refusesOlderWriters.has(name),
    made: made.filter((table) => !present.has(table)),
    tables: tables.flatMap((table) => {
      const rows = counts.get(table)
      return rows === undefined ? [] : [{ name: table, rows }]
    }),
  }))
}

type Rehearsed = { readonly name: string; readonly tables: readonly string[]; readonly made: readonly string[] }

async function rehearse(from: string, pending: readonly string[]): Promise<readonly Rehearsed[]> {
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
    const rehearsed: Rehearsed[] = []
    let before = new Set(await tableNames(db, 'sqlite'))
    for (const name of pending) {
      statements = []
      await migrate(db, 'sqlite', { to: name })
      const run = statements
      const after = new Set(await tableNames(db, 'sqlite'))
      const made = [...after].filter((table) => !before.has(table) && !isOfTextIndex(table))
      const tables = [...new Set([...before, ...after])].filter((table) => run.some((text) => isNamedIn(text, table)))
      rehearsed.push({ name, made, tables: tables.filter((table) => !made.includes(table)) })
      before = after
    }
    return rehearsed
  } finally {
    await db.destroy()
    await rm(folder, { recursive: true, force: true })
  }
}

/** As a table: of the statement, not of a foreign key. */
const isNamedIn = (statement: string, table: string): boolean =>
  !OWN.has(table) &&
  new RegExp(`\\b(?:from|join|into|update|table|on|exists)\\s+"?${table}"?(?![\\w"])`, 'i').test(statement)

/** Tables that SQLite keeps an index of texts in. */
const isOfTextIndex = (table: string): boolean => /_(?:config|content|data|docsize|idx)$/.test(table)

/** Of the migrations themselves. */
const OWN = new Set(['meta'])
