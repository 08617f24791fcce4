import { createReadStream, existsSync } from 'node:fs'
import { copyFile, mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'

import { chunksOf } from '@/lib/domain/collections/chunks'
import { lastMigration, listCopiedTables, dropStore } from '@/lib/storage/backup/copied-tables'
import { clearTable, type CopiedRow, insertRows, writeCounters } from '@/lib/storage/backup/copy-rows'
import { foldLog } from '@/lib/storage/backup/fold-log'
import { LONG_STATEMENT_TIMEOUT_S } from '@/lib/storage/limits'
import { isKnownSchema, migrateIn } from '@/lib/storage/migrate'
import { openUnmigrated } from '@/lib/storage/open'
import { clearLocationNotes } from '@/lib/storage/schema/store-notes'
import type { Db, Storage } from '@/lib/storage/storage'

import { type BackupManifest, BackupUnusable, readWholeBackup, syncFile, syncFolder } from './manifest'

export type RestoreTarget = {
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  /** An existing store is replaced. */
  readonly replace: boolean
}

const BATCH = 1000
const DATABASE = 'registers.db'
/** Companion files of SQLite that belong to the previous database. */
const COMPANION_SUFFIXES = ['-wal', '-shm']

/**
 * Restores a backup into an empty store of either engine, regardless of the engine it was made from, and migrates it to
 * the newest schema. Reads the whole backup first. Throws `BackupUnusable` before any change when the backup is damaged
 * or newer than this version, or the target is in use.
 */
export async function restoreBackup(folder: string, target: RestoreTarget): Promise<BackupManifest> {
  const manifest = await readWholeBackup(folder)
  if (!isKnownSchema(manifest.schema)) {
    throw new BackupUnusable(
      `The backup has the schema ${manifest.schema}: it was made by a newer version of the panel`,
    )
  }
  const work = join(target.dataDir, `.restoring-${process.pid}`)
  await requireFree(target)
  await mkdir(work, { recursive: true, mode: 0o700 })
  try {
    await copyFiles(folder, work, manifest)
    await (target.databaseUrl === undefined
      ? fillFile(folder, manifest, work)
      : fillDatabase(folder, manifest, { ...target, databaseUrl: target.databaseUrl }))
    await putInPlace(work, target)
    return manifest
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

async function requireFree({ dataDir, databaseUrl, replace }: RestoreTarget): Promise<void> {
  if (replace) return
  const existing = [...(databaseUrl === undefined ? [DATABASE] : []), 'reports'].filter((name) =>
    existsSync(join(dataDir, name)),
  )
  if (existing.length > 0) throw inUse(`${existing.join(' and ')} in ${dataDir}`)
  if (databaseUrl !== undefined && (await holdsTables({ dataDir, databaseUrl }))) throw inUse('a store in the database')
}

const inUse = (existing: string) =>
  new BackupUnusable(`There is already ${existing}; stop the server and use --replace to overwrite it with the backup`)

async function holdsTables(place: { dataDir: string; databaseUrl: string }): Promise<boolean> {
  const storage = openUnmigrated(place)
  try {
    await storage.settle()
    return (await lastMigration(storage.db, storage.engine)) !== undefined
  } finally {
    await storage.close()
  }
}

/** Fills a new file, which replaces the existing one once it is complete. */
async function fillFile(folder: string, manifest: BackupManifest, work: string): Promise<void> {
  const storage = openUnmigrated({ dataDir: work })
  try {
    await fill(storage, folder, manifest)
    await foldLog(storage.db)
  } finally {
    await storage.close()
  }
  await syncFile(join(work, DATABASE))
}

async function fillDatabase(
  folder: string,
  manifest: BackupManifest,
  { dataDir, databaseUrl, replace }: RestoreTarget & { databaseUrl: string },
): Promise<void> {
  const storage = openUnmigrated({ dataDir, databaseUrl, statementTimeoutSeconds: LONG_STATEMENT_TIMEOUT_S })
  try {
    await storage.settle()
    if (replace) await dropStore(storage.db)
    await fill(storage, folder, manifest)
  } finally {
    await storage.close()
  }
}

async function fill({ db, engine }: Storage, folder: string, manifest: BackupManifest): Promise<void> {
  // One transaction creates and fills the tables, because a half-filled store would look like a valid one.
  await db.transaction().execute(async (tx) => {
    await migrateIn(tx, engine, manifest.schema)
    const present = await listCopiedTables(tx, engine)
    for (const table of present.toReversed()) await clearTable(tx, table)
    const copied = new Map(manifest.tables.map((table) => [table.name, table]))
    for (const name of present) {
      const table = copied.get(name)
      if (table) await fillTable(tx, join(folder, table.path), table)
    }
    await writeCounters(tx, engine, manifest.counters)
    await migrateIn(tx, engine)
    await clearLocationNotes(tx)
    // Sessions that were ended after the backup must not become valid again, so all are revoked.
    const now = new Date().toISOString()
    await tx.updateTable('sessions').set({ revoked_at: now }).where('revoked_at', 'is', null).execute()
  })
}

async function fillTable(db: Db, path: string, { name, rows }: { name: string; rows: number }): Promise<void> {
  const lines = createInterface({ input: createReadStream(path).pipe(createGunzip()), crlfDelay: Infinity })
  let batch: CopiedRow[] = []
  let count = 0
  const flush = async () => {
    for (const chunk of chunksOf(batch, BATCH)) await insertRows(db, name, chunk)
    batch = []
  }
  for await (const line of lines) {
    // Safe: `backup.ts` writes one row per line, and the hash of the file was checked.
    batch.push(JSON.parse(line) as CopiedRow)
    count += 1
    if (batch.length === BATCH) await flush()
  }
  await flush()
  if (count !== rows) throw new BackupUnusable(`The backup is damaged: ${name} has ${count} rows of ${rows}`)
}

async function copyFiles(folder: string, work: string, { reports }: BackupManifest): Promise<void> {
  await mkdir(join(work, 'reports'), { recursive: true, mode: 0o700 })
  for (const { path } of reports) {
    const to = join(work, path)
    await mkdir(dirname(to), { recursive: true, mode: 0o700 })
    await copyFile(join(folder, path), to)
    await syncFile(to)
    await syncFolder(dirname(to))
  }
}

/** Renames the previous files. SQLite would apply a `-wal` of the old database to the new file. */
async function putInPlace(work: string, { dataDir, databaseUrl }: RestoreTarget): Promise<void> {
  const names = [
    'reports',
    ...(databaseUrl === undefined ? [DATABASE, ...COMPANION_SUFFIXES.map((suffix) => `${DATABASE}${suffix}`)] : []),
  ]
  const asideFolder = join(dataDir, `before-restore-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`)
  for (const name of names.filter((each) => existsSync(join(dataDir, each)))) {
    await mkdir(asideFolder, { recursive: true, mode: 0o700 })
    await rename(join(dataDir, name), join(asideFolder, name))
  }
  if (databaseUrl === undefined) await rename(join(work, DATABASE), join(dataDir, DATABASE))
  await rename(join(work, 'reports'), join(dataDir, 'reports'))
  await syncFolder(dataDir)
}
