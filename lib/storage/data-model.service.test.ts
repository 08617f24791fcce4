import { readFileSync, writeFileSync } from 'node:fs'

import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'

import { type KeyedColumn, readTables, writeDataModel } from '@/lib/testing/schema/data-model'
import { engines } from '@/lib/testing/service'
import { copyStore } from '@/lib/testing/stores'

import { referencesOf, tableNames } from './backup/copied-tables'
import { openStorage } from './open'
import type { Db, Engine, Storage } from './storage'

type Column = {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly is_required: number
  readonly is_key: number
}

const tables = readTables()
/** Tables of one engine only, for statements of the service. */
const UNTYPED = /^(?:rate_limits$|bzp_notice_texts|subject_words)/

async function withStore<T>(engine: Engine, use: (storage: Storage) => Promise<T>): Promise<T> {
  const store = await copyStore(engine)
  const storage = await openStorage(store)
  try {
    return await use(storage)
  } finally {
    await storage.close()
    await store.remove()
  }
}

async function columnsOf(db: Db, engine: Engine): Promise<readonly Column[]> {
  const query =
    engine === 'sqlite'
      ? sql<Column>`
          select tables.name as "table", columns.name, columns.type,
            (columns."notnull" = 1 or columns.pk > 0) as is_required, columns.pk > 0 as is_key
          from sqlite_master as tables, pragma_table_info(tables.name) as columns where tables.type = 'table'`
      : sql<Column>`
          select table_name as "table", column_name as name, data_type as type,
            case when is_nullable = 'NO' then 1 else 0 end as is_required, 0 as is_key
          from information_schema.columns where table_schema = current_schema()`
  return (await query.execute(db)).rows
}

describe.each(engines)('row types on %s', (engine) => {
  it('match a newly migrated store: tables, columns, kinds and nullability', async () => {
    const { names, columns } = await withStore(engine, async ({ db }) => ({
      names: await tableNames(db, engine),
      columns: await columnsOf(db, engine),
    }))
    expect(tables.length).toBeGreaterThan(80)
    expect(tables.map(({ name }) => name).toSorted()).toEqual(names.filter((name) => !UNTYPED.test(name)))
    const stored = columns
      .filter(({ table }) => names.includes(table) && !UNTYPED.test(table))
      .map(({ table, name, type, is_required }) => {
        const kind = /int|real|double|numeric/i.test(type) ? 'number' : 'text'
        return `${table}.${name} ${kind}${is_required === 1 ? '' : '?'}`
      })
    const typed = tables.flatMap(({ name: table, columns: tableColumns }) =>
      tableColumns.map(({ name, kind, isNullable }) => `${table}.${name} ${kind}${isNullable ? '?' : ''}`),
    )
    expect(typed.toSorted()).toEqual(stored.toSorted())
  })
})

it('docs/data-model.md matches the output of `npm run docs:data-model`', async () => {
  const keys = await withStore('sqlite', async ({ db }) => {
    const references = await referencesOf(db, 'sqlite')
    const found = new Map<string, Map<string, KeyedColumn>>()
    for (const { table, name, is_key } of await columnsOf(db, 'sqlite')) {
      const refersTo = references.find(({ from, column }) => from === table && column === name)?.to
      found.set(
        table,
        (found.get(table) ?? new Map<string, KeyedColumn>()).set(name, { name, isKey: is_key === 1, refersTo }),
      )
    }
    return found
  })
  const generated = writeDataModel(tables, keys)
  if (process.env['UPDATE_DATA_MODEL'] === 'on') writeFileSync('docs/data-model.md', generated)
  expect(readFileSync('docs/data-model.md', 'utf8')).toBe(generated)
})
