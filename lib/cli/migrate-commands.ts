import { existsSync } from 'node:fs'
import { join } from 'node:path'

import type { Command } from 'commander'

import { keepNewFilesPrivate, prepareDataDir } from '@/lib/panel/data-dir'
import type { Env } from '@/lib/panel/env'
import { newestSchema, readSchema } from '@/lib/storage/migrate'
import { openStorage } from '@/lib/storage/open'
import { planMigrations, type PlannedMigration } from '@/lib/storage/schema/plan-migrations'
import type { MigrationStep } from '@/lib/storage/schema/run-migrations'
import type { Storage } from '@/lib/storage/storage'

import { CommandFailure, requireCliEnv } from './command-context'
import { print, printTable } from './terminal'

/** Commands that migrate the store to the schema of this version, or report what that would do. */
export function addMigrateCommands(program: Command): void {
  program
    .command('migrate')
    .description('brings the store to the schema of this version, as a start does; --plan shows what it would do')
    .option('--plan', 'lists what would be run, and the tables that it reads or changes, and changes nothing')
    .action(({ plan = false }: { plan?: boolean }) => (plan ? showPlan() : migrateStore()))
}

async function migrateStore(): Promise<void> {
  const env = requireCliEnv()
  keepNewFilesPrivate()
  prepareDataDir(env.dataDir)
  let isMigrated = false
  const storage = await openStorage(env, {
    report: (step) => {
      isMigrated ||= step.kind === 'ended'
      for (const line of linesOf(step)) print(line)
    },
  })
  await storage.close()
  if (!isMigrated) print(`nothing to do: the schema is ${newestSchema()}`)
}

function linesOf(step: MigrationStep): readonly string[] {
  switch (step.kind) {
    case 'waiting':
      return ['another process migrates the store, or writes to it; waiting']
    case 'begun':
      return step.from === undefined ? ['the store is created'] : [`from ${step.from}`]
    case 'done':
      return [`${step.name}: ${step.rows} rows written, ${step.ms} ms`]
    case 'ended':
      return [`the schema is ${step.to}; ${step.ms} ms altogether`]
  }
}

async function showPlan(): Promise<void> {
  const env = requireCliEnv()
  requireStore(env)
  const storage = await openStorage(env, { schema: 'any-known' })
  try {
    const { last } = await readSchema(storage.db, storage.engine)
    if (last === undefined) throw noStore(storage.location)
    printPlan(storage, last, await planMigrations(storage))
  } finally {
    await storage.close()
  }
}

/** A read-only command must not create a store. */
function requireStore({ databaseUrl, dataDir }: Env): void {
  const file = join(dataDir, 'registers.db')
  if (databaseUrl === undefined && !existsSync(file)) throw noStore(file)
}

const noStore = (place: string) => new CommandFailure(`There is no store at ${place}; the first start creates it`)

function printPlan({ location }: Storage, last: string, planned: readonly PlannedMigration[]): void {
  print(`the store at ${location} has the schema ${last}; this version needs ${newestSchema()}`)
  if (planned.length === 0) return print('nothing to do')
  printTable(
    planned.map(({ name, tables, createdTables }) => [
      name,
      [...tables.map(rowsOf), ...createdTables.map(newTableText)].join(', '),
    ]),
  )
  const rows = new Map(planned.flatMap(({ tables }) => tables.map((table) => [table.name, table.rows] as const)))
  const sum = [...rows.values()].reduce((total, each) => total + each, 0)
  print(`${planned.length} migrations in one transaction, over tables of ${sum} rows; nothing was changed`)
  print('how long they take depends on the machine: for a figure, restore a backup elsewhere and run migrate there')
  const refusing = planned.filter(({ refusesOlder }) => refusesOlder).map(({ name }) => name)
  if (refusing.length > 0) print(`processes of an older version stop after ${refusing.join(', ')}: stop them before`)
}

const rowsOf = ({ name, rows }: { name: string; rows: number }) => `${name} (${rows} rows)`
const newTableText = (name: string) => `${name} (new)`
