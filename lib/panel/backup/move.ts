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
import { clearNotesOfPlace, findNotes, noteArrivingFrom, noteMovedTo } from '@/lib/storage/schema/store-notes'
import type { Db, Engine, Storage } from '@/lib/storage/storage'

import { settleFile, syncFolder } from './manifest'

const DATABASE = 'registers.db'
const FILES = [DATABASE, `${DATABASE}-wal`, `${DATABASE}-shm`]
/** A running panel claims jobs anew every two seconds. */
const LOOK_FOR_CLAIMS_MS = 5000

/** The store cannot be moved; the message is one line. Nothing was changed. */
export class MoveRefused extends Error {
  override readonly name = 'MoveRefused'
}

export type Move = {
  readonly to: Engine
  /** Of both: report files, archive and secrets stay where they are. */
  readonly dataDir: string
  readonly databaseUrl: string
  /** Looks at the copy before it is believed; throws where its books or logs are wrong. */
  readonly verify: (copy: Storage) => Promise<void>
  readonly lookForClaimsMs?: number
}

export type Moved = {
  /** What stands in both, by table; undefined where a move before had only not ended. */
  readonly tables: ReadonlyMap<string, Fingerprint> | undefined
  /** Where the SQLite file lies that is not used any more. */
  readonly aside: string | undefined
}

/**
 * Moves the rows of a store to the other engine, into an empty place, while nobody can write. Both places say what goes on, so that no
 * process takes half of a store for one: a move that was killed is run again, and begins anew or only ends. Throws `MoveRefused`.
 */
export async function moveStore(move: Move): Promise<Moved> {
  const { databaseUrl } = move
  const dataDir = resolve(move.dataDir)
  const [file, database] = [{ dataDir }, { dataDir, databaseUrl }]
  const [from, to] = move.to === 'postgres' ? [file, database] : [database, file]
  const notes = await notesAt(from)
  if (notes === undefined) throw new MoveRefused(`There is no store to move at ${await locationOf(from)}`)
  const tables = notes.movedTo === undefined ? await copyAcross({ ...move, dataDir }, from, to) : undefined
  if ((await notesAt(to)) === undefined) {
    throw new MoveRefused(`The store at ${await locationOf(from)} was moved to ${notes.movedTo}`)
  }
  await withStore(to, ({ db }) => clearNotesOfPlace(db))
  if (move.to === 'sqlite') return { tables, aside: undefined }
  await withStore(from, ({ db }) => foldLog(db))
  return { tables, aside: await putAside(dataDir) }
}

async function copyAcross(
  move: Move,
  from: StorageConfig,
  to: StorageConfig,
): Promise<ReadonlyMap<string, Fingerprint>> {
  const { dataDir, verify, lookForClaimsMs = LOOK_FOR_CLAIMS_MS } = move
  await requireFree(from, to)
  const work = join(dataDir, `.moving-${process.pid}`)
  const source = await openStorage(from, { schema: 'require' })
  try {
    await requireUnused(source, lookForClaimsMs)
    return await source.db.transaction().execute(async (on) => {
      await keepOthersFromWriting(on, source.engine)
      const filled = await withStore(to.databaseUrl === undefined ? { dataDir: work } : to, async (target) => {
        const tables = await copyRows({ on, engine: source.engine, location: source.location }, target)
        await requireSame(target, tables)
        await verify(target)
        if (target.engine === 'sqlite') await foldLog(target.db)
        return tables
      })
      if (to.databaseUrl === undefined) await putInPlace(work, dataDir)
      await noteMovedTo(on, await locationOf(to))
      return filled
    })
  } finally {
    await source.close()
    await rm(work, { recursive: true, force: true })
  }
}

/** What a killed move left goes; anything else stays. */
async function requireFree(from: StorageConfig, to: StorageConfig): Promise<void> {
  const notes = await notesAt(to)
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
    throw new MoveRefused(`The database at ${location} holds tables already; name an empty one`)
  })
}

/** A lease that was left by a killed process is not renewed. */
async function requireUnused({ db, location }: Storage, waitMs: number): Promise<void> {
  const claims = async () => JSON.stringify(await listJobClaims(db))
  const before = await claims()
  await setTimeout(waitMs)
  if ((await claims()) === before) return
  throw new MoveRefused(`A process is using the store at ${location}: stop the panel first`)
}

async function keepOthersFromWriting(on: Db, engine: Engine): Promise<void> {
  // A transaction of ours on SQLite has the only lock to write from its beginning.
  if (engine === 'sqlite') return
  for (const limit of ['statement_timeout', 'idle_in_transaction_session_timeout']) {
    await sql`set local ${sql.id(limit)} = 0`.execute(on)
  }
  const tables = (await tableNames(on, engine)).map((name) => sql.table(name))
  await sql`lock table ${sql.join(tables)} in share mode`.execute(on)
}

type Source = { readonly on: Db; readonly engine: Engine; readonly location: string }

/** All or nothing, the tables too. */
const copyRows = ({ on, engine, location }: Source, target: Storage): Promise<ReadonlyMap<string, Fingerprint>> =>
  target.db.transaction().execute(async (into) => {
    await migrateIn(into, target.engine)
    const names = await listCopiedTables(into, target.engine)
    for (const name of names.toReversed()) await clearTable(into, name)
    const copied = new Map<string, Fingerprint>()
    for (const name of names) {
      const sum = createFingerprint()
      for await (const page of readTable(on, engine, name)) {
        await insertRows(into, name, page)
        for (const row of page) sum.add(row)
      }
      copied.set(name, sum.end())
    }
    await writeCounters(into, target.engine, await readCounters(on, engine))
    await noteArrivingFrom(into, location)
    return copied
  })

async function requireSame(target: Storage, copied: ReadonlyMap<string, Fingerprint>): Promise<void> {
  await target.readSnapshot(async (db) => {
    for (const [name, { rows, sha256 }] of copied) {
      // It has the note of the move more.
      if (name === 'meta') continue
      const found = await tableFingerprint(db, target.engine, { table: name })
      if (found.rows !== rows || found.sha256 !== sha256)
        throw new Error(`${name} did not arrive as it was; nothing was changed`)
    }
  })
}

async function putInPlace(work: string, dataDir: string): Promise<void> {
  await settleFile(join(work, DATABASE))
  await rename(join(work, DATABASE), join(dataDir, DATABASE))
  await syncFolder(dataDir)
}

/** So that a start without DATABASE_URL does not go on with what is old. */
async function putAside(dataDir: string): Promise<string> {
  const aside = join(dataDir, `moved-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`)
  await mkdir(aside, { recursive: true, mode: 0o700 })
  for (const name of FILES.filter((each) => existsSync(join(dataDir, each)))) {
    await rename(join(dataDir, name), join(aside, name))
  }
  await syncFolder(dataDir)
  return aside
}

/** Undefined where there is no store. To look must not make one. */
const notesAt = async (place: StorageConfig) =>
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
