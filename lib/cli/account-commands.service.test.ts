import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { listEntriesAfter } from '@/lib/features/audit/statements/audit'
import { findAccountNamed } from '@/lib/service/accounts/accounts'
import { openStorage } from '@/lib/storage/open'
import { runCommand } from '@/lib/testing/command-line'

describe('account', () => {
  let dataDir = ''
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'registers-cli-'))
    vi.stubEnv('DATA_DIR', dataDir)
    vi.stubEnv('DATABASE_URL', '')
    vi.stubEnv('REGISTERS_API_URL', '')
    expect((await runCommand('account create acme --plan pro --limit lookups=20 --limit rdf=none')).code).toBe(0)
  })
  afterAll(async () => {
    vi.unstubAllEnvs()
    await rm(dataDir, { recursive: true, force: true })
  })

  async function readAccount() {
    const storage = await openStorage({ dataDir })
    const account = await findAccountNamed({ storage, clock: () => new Date() }, 'acme')
    const entries = await listEntriesAfter(storage.db, account?.id ?? '', { number: 0, limit: 50 })
    await storage.close()
    return { account, last: entries.at(-1) }
  }

  it('changes only the state', async () => {
    expect(await runCommand('account set-state acme inactive')).toEqual({ code: 0, output: '' })
    const { account, last } = await readAccount()
    expect(account).toMatchObject({ state: 'inactive', plan: 'pro', limits: { lookups: 20, rdf: null } })
    expect(last).toMatchObject({ action: 'accounts.setState', actor: 'cli' })
    expect([last?.before, last?.after].map((text) => JSON.parse(text ?? '') as object)).toEqual([
      { state: 'active' },
      { state: 'inactive' },
    ])
  })

  it('sets limits, removes them, and restores the plan’s', async () => {
    expect((await runCommand('account set-limit acme lookups=plan rdf=7 pdfs=none')).code).toBe(0)
    const { account, last } = await readAccount()
    expect(account?.limits).toMatchObject({ lookups: 20_000, rdf: 7, pdfs: null })
    expect(last?.action).toBe('accounts.setLimits')
    expect((await runCommand('account list')).output).toBe('acme  pro  inactive  rdf=7,pdfs=none  acme\n')
    expect((await runCommand('account set-limit acme rdf=plan pdfs=plan')).code).toBe(0)
    expect((await runCommand('account list')).output).toBe('acme  pro  inactive  -  acme\n')
  })

  it.each([
    ['account set-limit acme wpv_checks=none', 2, 'The daily pool of the VAT white list always has a limit'],
    ['account set-state acme gone', 2, 'Allowed choices are active, inactive, trial'],
    ['account set-state acme', 2, "missing required argument 'state'"],
    ['account set-limit acme', 2, "missing required argument 'key=value'"],
    ['account set-limit acme lookup=5', 2, 'Write key=value with a key of lookups'],
    ['account set-limit acme rdf=lots', 2, 'Write key=value with a key of lookups'],
    ['account set-state nobody trial', 1, 'There is no account nobody'],
  ])('rejects %s', async (line, code, message) => {
    const before = await readAccount()
    const answer = await runCommand(line)
    expect(answer.code).toBe(code)
    expect(answer.output).toContain(message)
    expect(await readAccount()).toEqual(before)
  })

  it('rejects a change when the service is remote', async () => {
    vi.stubEnv('REGISTERS_API_URL', 'http://127.0.0.1:9')
    const answer = await runCommand('account set-state acme trial')
    vi.stubEnv('REGISTERS_API_URL', '')
    expect(answer).toEqual({ code: 1, output: expect.stringContaining('REGISTERS_API_URL') as string })
    expect((await readAccount()).account?.state).toBe('inactive')
  })
})
