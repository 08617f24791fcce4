import { existsSync } from 'node:fs'
import { copyFile, mkdtemp, readdir } from 'node:fs/promises'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { recordAuditAlone } from '@/lib/features/audit/audit'
import { keepAuditKey } from '@/lib/features/audit/statements/audit-key'
import { verifyAudit } from '@/lib/features/audit/verify-audit'
import { createAccount } from '@/lib/service/accounts/accounts'
import { verifyUsage } from '@/lib/service/metering/verify-usage'
import { listCopiedTables } from '@/lib/storage/backup/copied-tables'
import { tableFingerprint } from '@/lib/storage/backup/copy-rows'
import { claimJob } from '@/lib/storage/engine/job-locks'
import { openStorage, openUnmigrated, type StorageConfig } from '@/lib/storage/open'
import { noteArrivingFrom, noteMovedTo } from '@/lib/storage/schema/store-notes'
import type { Engine, Storage } from '@/lib/storage/storage'
import { makeDatabase, postgresUrl, type TestDatabase } from '@/lib/testing/postgres'
import { TEST_AUDIT_KEY } from '@/lib/testing/service'
import { copyStore, type TestStore } from '@/lib/testing/stores'

import { type Move, moveStore } from './move'

const NOW = new Date('2026-11-20T11:00:00.000Z')

describe.skipIf(postgresUrl === null)('moving a store', () => {
  let store: TestStore
  let database: TestDatabase
  beforeEach(async () => {
    store = await copyStore('sqlite')
    database = await makeDatabase()
    await withStorage(file(), async (storage) => {
      keepAuditKey(storage.db, TEST_AUDIT_KEY)
      const { id: accountId } = await createAccount({ storage, clock: () => NOW }, { slug: 'acme', plan: 'pro' })
      for (let remaining = 3; remaining > 0; remaining -= 1) {
        await recordAuditAlone(storage, { accountId, actor: 'Zażółć', action: 'filters.update', now: NOW })
      }
    })
  })
  afterEach(async () => {
    await store.remove()
    await database.drop()
  })

  const file = (): StorageConfig => ({ dataDir: store.dataDir })
  const inDatabase = (): StorageConfig => ({ dataDir: store.dataDir, databaseUrl: database.url })
  const move = (to: Engine, change: Partial<Move> = {}) =>
    moveStore({
      to,
      ...file(),
      databaseUrl: database.url,
      verify: () => Promise.resolve(),
      lookForClaimsMs: 20,
      ...change,
    })

  async function withStorage<T>(place: StorageConfig, work: (storage: Storage) => Promise<T>): Promise<T> {
    const storage = openUnmigrated(place)
    try {
      return await work(storage)
    } finally {
      await storage.close()
    }
  }

  /** Rows of every table; the rows in `meta` that the move itself writes are removed. */
  const contentOf = (place: StorageConfig) =>
    withStorage(place, (storage) =>
      storage.readSnapshot(async (db) => {
        const content = new Map<string, string>()
        for (const table of await listCopiedTables(db, storage.engine)) {
          const { rows, sha256 } = await tableFingerprint(db, storage.engine, { table })
          content.set(table, `${rows} ${sha256}`)
        }
        return content
      }),
    )

  it('to PostgreSQL and back keeps every row, the usage ledger and the audit logs', async () => {
    const before = await contentOf(file())
    const verified: Engine[] = []
    const moved = await move('postgres', {
      verify: async (copy) => {
        verified.push(copy.engine)
        keepAuditKey(copy.db, TEST_AUDIT_KEY)
        expect(await verifyUsage({ storage: copy })).toEqual([])
      },
    })
    expect(verified).toEqual(['postgres'])
    expect(moved.tables?.get('audit_entries')?.rows).toBe(3)
    expect(await contentOf(inDatabase())).toEqual(before)
    expect(existsSync(join(store.dataDir, 'registers.db'))).toBe(false)
    expect(existsSync(join(moved.asideFolder ?? '', 'registers.db'))).toBe(true)
    // The store that is no longer used names the new location.
    await expect(openStorage({ dataDir: moved.asideFolder ?? '' })).rejects.toThrow(/was moved to .*; use it there$/)

    await move('sqlite')
    expect(await contentOf(file())).toEqual(before)
    await expect(openStorage(inDatabase())).rejects.toThrow(/was moved to .*registers\.db; use it there$/)
    const storage = await openStorage(file())
    keepAuditKey(storage.db, TEST_AUDIT_KEY)
    const { id } = await storage.db.selectFrom('accounts').select('id').executeTakeFirstOrThrow()
    expect(await verifyAudit(storage, id)).toMatchObject({ entries: 3, problem: null })
    await recordAuditAlone(storage, { accountId: id, actor: 'a', action: 'filters.update', now: NOW })
    expect(await verifyAudit(storage, id)).toMatchObject({ entries: 4, problem: null })
    await storage.close()
    expect((await readdir(store.dataDir)).filter((name) => name.startsWith('.moving'))).toEqual([])
  }, 60_000)

  it('is allowed only to an empty database, and while no process uses the store', async () => {
    await withStorage(inDatabase(), ({ db }) => db.schema.createTable('of_somebody').addColumn('id', 'text').execute())
    await expect(move('postgres')).rejects.toThrow(/already contains tables; use an empty one$/)
    await withStorage(inDatabase(), ({ db }) => db.schema.dropTable('of_somebody').execute())
    await expect(move('sqlite')).rejects.toThrow(/^There is no store to move at /)

    const storage = openUnmigrated(file())
    let tick = 0
    const job = setInterval(() => {
      tick += 1
      const until = new Date(NOW.getTime() + tick).toISOString()
      void claimJob(storage.db, { name: 'job', holder: 'a', now: NOW.toISOString(), until })
    }, 20)
    await expect(move('postgres', { lookForClaimsMs: 1000 })).rejects.toThrow(/: stop the panel first$/)
    clearInterval(job)
    await storage.close()
    await expect(contentOf(file())).resolves.toBeDefined()
    await withStorage(inDatabase(), async ({ db }) => {
      expect(await db.introspection.getTables()).toEqual([])
    })
  }, 60_000)

  it('fails if the copy is wrong, and the next try replaces it', async () => {
    const before = await contentOf(file())
    await expect(move('postgres', { verify: () => Promise.reject(new Error('The books are wrong')) })).rejects.toThrow(
      'The books are wrong',
    )
    expect(await contentOf(file())).toEqual(before)
    await expect(openStorage(inDatabase())).rejects.toThrow(
      /is incomplete: its move from .* was not finished; run it again$/,
    )
    await move('postgres')
    expect(await contentOf(inDatabase())).toEqual(before)
  }, 60_000)

  it('completes after it was killed before its last steps', async () => {
    const before = await contentOf(file())
    const { asideFolder } = await move('postgres')
    // This is the state left by a process killed before its last steps.
    await withStorage(inDatabase(), ({ db }) => noteArrivingFrom(db, join(store.dataDir, 'registers.db')))
    await expect(openStorage(inDatabase())).rejects.toThrow(/is incomplete/)
    const dataDir = await mkdtemp(join(store.dataDir, 'again-'))
    await copyFile(join(asideFolder ?? '', 'registers.db'), join(dataDir, 'registers.db'))
    expect((await move('postgres', { dataDir })).tables).toBeUndefined()
    expect(await contentOf(inDatabase())).toEqual(before)
    expect(existsSync(join(dataDir, 'registers.db'))).toBe(false)
  }, 60_000)

  it('is refused if the store was already moved elsewhere', async () => {
    await withStorage(file(), ({ db }) => noteMovedTo(db, 'elsewhere/panel'))
    await expect(move('postgres')).rejects.toThrow(/was moved to elsewhere\/panel$/)
  })
})
