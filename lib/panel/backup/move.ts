import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'

import { sql } from 'kysely'

import { listCopiedTables, tableNames, dropStore } from '@/lib/storage/backup/copied-tables'
import {
  clearTable,
  insertRows,
  readCounters,
  readTable,
  writeCounters,
  createFingerprint,
  type Fingerprint,
  tableFingerprint,
} from '@/lib/storage/backup/copy-rows'
import { foldLog } from '@/lib/storage/backup/fold-log'
import { listJobClaims } from '@/lib/storage/engine/job-locks'
import { migrateIn } from '@/lib/storage/migrate'
import { openStorage, openUnmigrated, type StorageConfig } from '@/lib/storage/open'
import { clearLocationNotes, findNotes, noteArrivingFrom, noteMovedTo } from '@/lib/storage/schema/store-notes'
import type { Db, Engine, Storage } from '@/lib/storage/storage'

import { syncFile, syncFolder } from './manifest'

const DATABASE = 'registers.db'
const FILES = [DATABASE, `${DATABASE}-wal`, `${DATABASE}-shm`]
/** A running panel renews its job claims every two seconds. */
const CLAIM_CHECK_MS = 5000

/** The store cannot be moved; the message is one line. Nothing was changed. */
export class MoveRefused extends Error {
  override readonly name = 'MoveRefused'
}

export type Move = {
  readonly to: Engine
  /** The same for both stores: report files, archive and secrets stay where they are. */
  readonly dataDir: string
  readonly databaseUrl: string
  /** Checks the copy before it is used; throws when its ledgers or logs are wrong. */
  readonly verify: (copy: Storage) => Promise<void>
  readonly lookForClaimsMs?: number
}

export type MoveResult = {
  /**
   * Fingerprints by table, equal in both stores; undefined when only the last steps of an earlier move were missing.
   */
  readonly tables: ReadonlyMap<string, Fingerprint> | undefined
  /** Folder with the SQLite files that are no longer used. */
  readonly asideFolder: string | undefined
}

/**
 * Moves the rows of a store to the other engine, into an empty place, while no process can write. Both stores record
 * the move, so that no process opens a half-filled store: after a kill the command is run again and either starts over
 * or completes the last steps. Throws `MoveRefused`.
 */
export async function moveStore(move: Move): Promise<MoveResult> {
  const { databaseUrl } = move
  const dataDir = resolve(move.dataDir)
  const [file, database] = [{ dataDir }, { dataDir, databaseUrl }]
  const [from, to] = move.to === 'postgres' ? [file, database] : [database, file]
  const notes = await readMoveNotes(from)
  if (notes === undefined) throw new MoveRefused(`There is no store to move at ${await locationOf(from)}`)
  const tables = notes.movedTo === undefined ? await copyAcross({ ...move, dataDir }, from, to) : undefined
  if ((await readMoveNotes(to)) === undefined) {
    throw new MoveRefused(`The store at ${await locationOf(from)} was moved to ${notes.movedTo}`)
  }
  await withStore(to, ({ db }) => clearLocationNotes(db))
  if (move.to === 'sqlite') return { tables, asideFolder: undefined }
  await withStore(from, ({ db }) => foldLog(db))
  return { tables, asideFolder: await setOldStoreAside(dataDir) }
}

async function copyAcross(
  move: Move,
  from: StorageConfig,
  to: StorageConfig,
): Promise<ReadonlyMap<string, Fingerprint>> {
  const { dataDir, verify, lookForClaimsMs = CLAIM_CHECK_MS } = move
  await requireFree(from, to)
  const work = join(dataDir, `.moving-${process.pid}`)
  const source = await openStorage(from, { schema: 'require' })
  try {
    await requireUnused(source, lookForClaimsMs)
    return await source.db.transaction().execute(async (tx) => {
      await blockWriters(tx, source.engine)
      const filled = await withStore(to.databaseUrl === undefined ? { dataDir: work } : to, async (target) => {
        const tables = await copyRows({ on: tx, engine: source.engine, location: source.location }, target)
        await requireSame(target, tables)
        await verify(target)
        if (target.engine === 'sqlite') await foldLog(target.db)
        return tables
      })
      if (to.databaseUrl === undefined) await putInPlace(work, dataDir)
      await noteMovedTo(tx, await locationOf(to))
      return filled
    })
  } finally {
    await source.close()
    await rm(work, { recursive: true, force: true })
  }
}

/** Rows left by a killed move are deleted; the move is refused when there is anything else. */
async function requireFree(from: StorageConfig, to: StorageConfig): Promise<void> {
  const notes = await readMoveNotes(to)
  const isLeftover = notes?.arrivingFrom === (await locationOf(from))
  if (to.databaseUrl === undefined) {
    if (!existsSync(join(to.dataDir, DATABASE))) return
    if (!isLeftover) throw new MoveRefused(`There is already a store at ${await locationOf(to)}; move it away first`)
    for (const name of FILES) await rm(join(to.dataDir, name), { force: true })
    return
  }
  await withStore(to, async ({ db, engine, location }) => {
    if (isLeftover) return dropStore(db)
    if (notes === undefined && (await tableNames(db, engine)).length === 0) return
    throw new MoveRefused(`The database at ${location} already contains tables; use an empty one`)
  })
}

/** A killed process does not renew its job claims. */
async function requireUnused({ db, location }: Storage, waitMs: number): Promise<void> {
  const claims = async () => JSON.stringify(await listJobClaims(db))
  const before = await claims()
  await setTimeout(waitMs)
  if ((await claims()) === before) return
  throw new MoveRefused(`A process is using the store at ${location}: stop the panel first`)
}

async function blockWriters(db: Db, engine: Engine): Promise<void> {
  // A transaction on SQLite holds the only write lock from its beginning.
  if (engine === 'sqlite') return
  for (const limit of ['statement_timeout', 'idle_in_transaction_session_timeout']) {
    await sql`set local ${sql.id(limit)} = 0`.execute(db)
  }
  const tables = (await tableNames(db, engine)).map((name) => sql.table(name))
  await sql`lock table ${sql.join(tables)} in share mode`.execute(db)
}

type Source = { readonly on: Db; readonly engine: Engine; readonly location: string }

/** One transaction creates and fills the tables. */
const copyRows = ({ on, engine, location }: Source, target: Storage): Promise<ReadonlyMap<string, Fingerprint>> =>
  target.db.transaction().execute(async (tx) => {
    await migrateIn(tx, target.engine)
    const names = await listCopiedTables(tx, target.engine)
    for (const name of names.toReversed()) await clearTable(tx, name)
    const copied = new Map<string, Fingerprint>()
    for (const name of names) {
      const sum = createFingerprint()
      for await (const page of readTable(on, engine, name)) {
        await insertRows(tx, name, page)
        for (const row of page) sum.add(row)
      }
      copied.set(name, sum.end())
    }
    await writeCounters(tx, target.engine, await readCounters(on, engine))
    await noteArrivingFrom(tx, location)
    return copied
  })

async function requireSame(target: Storage, copied: ReadonlyMap<string, Fingerprint>): Promise<void> {
  await target.readSnapshot(async (db) => {
    for (const [name, { rows, sha256 }] of copied) {
      // `meta` also holds the note of the move.
      if (name === 'meta') continue
      const found = await tableFingerprint(db, target.engine, { table: name })
      if (found.rows !== rows || found.sha256 !== sha256)
        throw new Error(`${name} differs in the copy; nothing was changed`)
    }
  })
}

async function putInPlace(work: string, dataDir: string): Promise<void> {
  await syncFile(join(work, DATABASE))
  await rename(join(work, DATABASE), join(dataDir, DATABASE))
  await syncFolder(dataDir)
}

/** A start without DATABASE_URL must not continue on the old store. */
async function setOldStoreAside(dataDir: string): Promise<string> {
  const asideFolder = join(dataDir, `moved-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`)
  await mkdir(asideFolder, { recursive: true, mode: 0o700 })
  for (const name of FILES.filter((each) => existsSync(join(dataDir, each)))) {
    await rename(join(dataDir, name), join(asideFolder, name))
  }
  await syncFolder(dataDir)
  return asideFolder
}

/** Undefined where there is no store; opening would create one. */
const readMoveNotes = async (place: StorageConfig) =>
  place.databaseUrl === undefined && !existsSync(join(place.dataDir, DATABASE))
    ? undefined
    : withStore(place, ({ db, engine }) => findNotes(db, engine))

async function withStore<T>(place: StorageConfig, work: (storage: Storage) => Promise<T>): Promise<T> {
  if (place.databaseUrl === undefined) await mkdir(place.dataDir, { recursive: true, mode: 0o700 })
  const storage = openUnmigrated(place)
  try {
    return await work(storage)
  } finally {
    await storage.close()
  }
}

const locationOf = (place: StorageConfig): Promise<string> =>
  place.databaseUrl === undefined
    ? Promise.resolve(join(place.dataDir, DATABASE))
    : withStore(place, ({ location }) => Promise.resolve(location))
