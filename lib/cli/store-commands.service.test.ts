import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { lockNoticeCursor } from '@/lib/features/bzp/statements/cursor'
import { openStorage } from '@/lib/storage/open'
import { filterOf, insertTenderRule } from '@/lib/testing/bzp-alerts'
import { runCommand } from '@/lib/testing/command-line'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

describe('commands over a store', () => {
  let dataDir = ''
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'registers-cli-'))
    vi.stubEnv('DATA_DIR', dataDir)
    vi.stubEnv('DATABASE_URL', '')
    vi.stubEnv('REGISTERS_API_URL', '')
    expect((await runCommand('account create acme --plan pro')).code).toBe(0)
  })
  afterAll(async () => {
    vi.unstubAllEnvs()
    await rm(dataDir, { recursive: true, force: true })
  })

  it('publish tenders that alerts find, and print the counts', async () => {
    const storage = await openStorage({ dataDir })
    const { id: account_id } = await storage.db.selectFrom('accounts').select('id').executeTakeFirstOrThrow()
    const at = new Date(Date.now() - 60_000).toISOString()
    await storage.db.transaction().execute((db) => lockNoticeCursor(db, new Date()))
    // The rule matches all notices.
    await insertTenderRule(storage, { id: 'all', accountId: account_id, name: 'x', filter: filterOf(), at })
    const { code, output } = await runCommand('sample publish --count 2 --tenders 7')
    expect(code).toBe(0)
    expect(output).toMatch(/^\d+ announcements, 0 events; 7 tenders, 7 found by alerts\n$/)
    const found = await storage.db.selectFrom('bzp_matches').select('alert_id').execute()
    expect(found).toHaveLength(7)
    await storage.close()
  })

  it('reject a negative count', async () => {
    expect((await runCommand('sample publish --tenders -1')).code).toBe(2)
  })

  it('exit quietly when nothing reads their output', async () => {
    const command = spawn(process.execPath, ['scripts/admin.mjs', 'account', 'list'], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, DATA_DIR: dataDir },
    })
    command.stdout.destroy()
    let stderr = ''
    command.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk.toString()
    })
    const [code] = (await once(command, 'close')) as [number]
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  })
})
