import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

import { sql } from 'kysely'
import { pino } from 'pino'

import { loadSampleData } from '@/lib/sample/load'
import { setEvidenceKey } from '@/lib/service/monitors/statements/evidence'
import { OPEN_EVIDENCE_KEY } from '@/lib/service/monitors/statements/recorded-values'
import { LONG_STATEMENT_TIMEOUT_S } from '@/lib/storage/limits'
import { putMeta } from '@/lib/storage/meta'
import { openStorage } from '@/lib/storage/open'
import type { Engine, Storage } from '@/lib/storage/storage'

import { databaseName, makeDatabase, type TestDatabase } from './postgres'

/** Initial content of a store: only the newest schema, or also the sample data as of `SAMPLE_NOW`. */
export type StoreContent = 'nothing' | 'sample'
export const SAMPLE_NOW = '2026-11-20T11:00:00.000Z'

export type TestStore = {
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  readonly remove: () => Promise<void>
}

/**
 * SQLite deletes these when the last connection is closed, which may happen during a copy; their content is in the file
 * itself.
 */
const SQLITE_EXTRAS = /-(?:wal|shm)$/

/** A copy of a template store, because migrating and filling takes longer than most tests. */
export async function copyStore(engine: Engine, content: StoreContent = 'nothing'): Promise<TestStore> {
  const template = await templateOf(engine, content)
  const dataDir = await mkdtemp(join(tmpdir(), 'registers-test-'))
  await cp(template.folder, dataDir, { recursive: true, filter: (file) => !SQLITE_EXTRAS.test(file) })
  const database = template.database === undefined ? undefined : await makeDatabase({ template: template.database })
  return {
    dataDir,
    databaseUrl: database?.url,
    remove: async () => {
      // The drop is not awaited; leftovers of a worker are deleted at the end of the run.
      void database?.drop().catch(() => undefined)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** A database with the newest schema, for several stores. `drop()` ends existing connections. */
export async function createDatabase(): Promise<TestDatabase> {
  const { database } = await templateOf('postgres', 'nothing')
  return makeDatabase({ ...(database && { template: database }) })
}

type Template = { readonly folder: string; readonly database: string | undefined }
const templates = new Map<string, Promise<Template>>()

function templateOf(engine: Engine, content: StoreContent): Promise<Template> {
  const name = `${engine}_${content}`
  const found = templates.get(name) ?? makeTemplate(engine, content, name)
  templates.set(name, found)
  return found
}

async function makeTemplate(engine: Engine, content: StoreContent, name: string): Promise<Template> {
  const folder = join(process.env['TEST_STORES'] ?? tmpdir(), name)
  await onceForAll(folder, async () => {
    const database = engine === 'postgres' ? await makeDatabase({ name }) : undefined
    await fill({ dataDir: folder, databaseUrl: database?.url }, content)
  })
  return { folder, database: engine === 'postgres' ? databaseName(name) : undefined }
}

const EVIDENCE_KEY = 'the key of the record of the stores of tests'

async function fill(location: Pick<TestStore, 'dataDir' | 'databaseUrl'>, content: StoreContent): Promise<void> {
  // The largest template is made while other workers make theirs, so statements get more time.
  const storage = await openStorage({ ...location, statementTimeoutSeconds: LONG_STATEMENT_TIMEOUT_S })
  try {
    if (content === 'sample') {
      // The key is in clear text, as in an older store: the process that opens a copy encrypts it.
      await putMeta(storage.db, OPEN_EVIDENCE_KEY, EVIDENCE_KEY)
      setEvidenceKey(storage.db, EVIDENCE_KEY)
      const { dataDir } = location
      const config = { dataDir, rateLimitPerSecond: 1, rateLimitPerMinute: 1, rdfArchiveUnits: 10, checkAnswers: true }
      await loadSampleData({ storage, config, clock: () => new Date(SAMPLE_NOW), log: pino({ level: 'silent' }) })
    }
    if (storage.engine === 'sqlite') await writeBack(storage)
  } finally {
    await storage.close()
  }
}

/** Writes the write-ahead log back into the file. */
async function writeBack({ db }: Storage): Promise<void> {
  const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db)
  if (rows[0]?.busy !== 0) throw new Error('Another process writes to the store that is the template of the others')
}

/** The first worker fills the folder; the others wait until it is complete. */
async function onceForAll(folder: string, make: () => Promise<void>): Promise<void> {
  const end = `${folder}.end`
  if (await isFirstAt(folder)) {
    const failure = await make().then(() => '', String)
    await writeFile(`${end}.part`, failure)
    await rename(`${end}.part`, end)
  }
  while (!existsSync(end)) await setTimeout(20)
  const failure = await readFile(end, 'utf8')
  if (failure !== '') throw new Error(`${folder} was not created: ${failure}`)
}

/** Creating a folder succeeds for only one worker. */
const isFirstAt = (folder: string): Promise<boolean> =>
  mkdir(folder).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false
      throw error
    },
  )
