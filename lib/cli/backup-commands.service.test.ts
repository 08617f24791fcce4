import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import { runCommand } from '@/lib/testing/command-line'
import { makeDatabase } from '@/lib/testing/postgres'
import { engines } from '@/lib/testing/service'
import { copyStore, type TestStore } from '@/lib/testing/stores'

describe.each(engines)('backup and restore on %s', (engine) => {
  let store: TestStore
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'registers-cli-backup-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))
  beforeEach(async () => {
    store = await copyStore(engine)
    vi.stubEnv('LOG_LEVEL', 'silent')
    vi.stubEnv('AUDIT_KEY', 'the audit key of this test, which is long')
    use(store.dataDir, store.databaseUrl)
  })
  afterEach(async () => {
    vi.unstubAllEnvs()
    await store.remove()
  })

  function use(dataDir: string, databaseUrl = '') {
    vi.stubEnv('DATA_DIR', dataDir)
    vi.stubEnv('DATABASE_URL', databaseUrl)
  }

  it('copies the store, verifies the copy, and restores it to another place', async () => {
    expect(await runCommand('account create acme --plan pro')).toEqual({ code: 0, output: '' })
    const accounts = (await runCommand('account list')).output
    const backup = join(folder, 'one')
    const backupResult = await runCommand(`backup ${backup}`)
    expect(backupResult).toMatchObject({ code: 0 })
    expect(backupResult.output).toMatch(/^\d+ rows, \d+ report files, \d+ bytes\n/)
    expect(backupResult.output).toContain('not in it: AUDIT_KEY')
    expect(await runCommand(`backup ${backup}`)).toMatchObject({ code: 1 })
    const database = engine === 'postgres' ? await makeDatabase() : undefined
    use(join(folder, 'elsewhere'), database?.url)
    const restored = await runCommand(`restore ${backup}`)
    expect(restored.output).toContain('books and audit logs are intact')
    expect(restored.code).toBe(0)
    expect((await runCommand('account list')).output).toBe(accounts)
    expect(await runCommand('usage verify')).toEqual({ code: 0, output: 'the counters agree with the ledger\n' })
    expect((await runCommand('audit verify')).output).toContain('acme: 1 entries, intact')
    await database?.drop()
  })
})
