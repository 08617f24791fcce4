import { type CreateTableBuilder, type Kysely, sql } from 'kysely'

import type { Engine } from '../storage'

export type Schema = { readonly db: Kysely<unknown>; readonly engine: Engine }

/** A table as data. Columns are created in the order below; `tables.ts` documents each kind of column. */
export type TableShape = {
  /** Text primary key. */
  readonly id?: string
  /** Auto-increment integer primary key. */
  readonly countedId?: string
  readonly text?: readonly string[]
  readonly nullableText?: readonly string[]
  /** Not null, 0 by default. */
  readonly counter?: readonly string[]
  readonly nullableInteger?: readonly string[]
  /** Composite primary key. */
  readonly primary?: readonly string[]
  readonly unique?: Readonly<Record<string, readonly string[]>>
  /** Column → table whose `id` it references; rows are deleted with their owner if `cascade` lists the column. */
  readonly references?: Readonly<Record<string, string>>
  readonly cascade?: readonly string[]
}

type Builder = CreateTableBuilder<string, string>

export async function createTable({ db, engine }: Schema, name: string, shape: TableShape): Promise<void> {
  let builder: Builder = db.schema.createTable(name)
  if (shape.id) builder = builder.addColumn(shape.id, 'text', (column) => column.primaryKey())
  if (shape.countedId) builder = withCountedId(builder, shape.countedId, engine)
  await withConstraints(withColumns(builder, shape), name, shape).execute()
}

const kinds = ['text', 'nullableText', 'counter', 'nullableInteger'] as const

function withColumns(builder: Builder, shape: TableShape): Builder {
  const columns = kinds.flatMap((kind) => (shape[kind] ?? []).map((column) => [kind, column] as const))
  return columns.reduce((built, [kind, column]) => withColumn(built, kind, column), builder)
}

function withColumn(builder: Builder, kind: (typeof kinds)[number], column: string): Builder {
  switch (kind) {
    case 'text':
      return builder.addColumn(column, 'text', (c) => c.notNull())
    case 'nullableText':
      return builder.addColumn(column, 'text')
    case 'counter':
      return builder.addColumn(column, 'bigint', (c) => c.notNull().defaultTo(0))
    case 'nullableInteger':
      return builder.addColumn(column, 'bigint')
  }
}

function withCountedId(builder: Builder, column: string, engine: Engine): Builder {
  return engine === 'postgres'
    ? builder.addColumn(column, 'bigserial', (c) => c.primaryKey())
    : builder.addColumn(column, 'integer', (c) => c.primaryKey().autoIncrement())
}

function withConstraints(builder: Builder, name: string, shape: TableShape): Builder {
  let built = builder
  if (shape.primary) built = built.addPrimaryKeyConstraint(`${name}_key`, [...shape.primary])
  for (const [constraint, columns] of Object.entries(shape.unique ?? {})) {
    built = built.addUniqueConstraint(`${name}_${constraint}`, [...columns])
  }
  for (const [column, target] of Object.entries(shape.references ?? {})) {
    built = built.addForeignKeyConstraint(`${name}_${column}`, [column], target, ['id'], (key) =>
      shape.cascade?.includes(column) ? key.onDelete('cascade') : key,
    )
  }
  return built
}

/** Indexes of one table: suffix of the index name → columns. */
export async function createIndexes(
  { db }: Schema,
  table: string,
  indexes: Readonly<Record<string, readonly string[]>>,
): Promise<void> {
  for (const [name, columns] of Object.entries(indexes)) {
    await db.schema
      .createIndex(`${table}_${name}`)
      .on(table)
      .columns([...columns])
      .execute()
  }
}

/** Creates a counter from which rows are numbered. */
export const createSequence = ({ db }: Schema, name: string) =>
  sql`insert into sequences (name, value) values (${name}, 0)`.execute(db)
