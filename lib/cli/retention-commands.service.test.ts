import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { updateAccountSettings } from '@/lib/features/account-settings/statements'
import { listEntriesAfter } from '@/lib/features/audit/statements/audit'
import { openStorage } from '@/lib/storage/open'
import { asAccountTx } from '@/lib/testing/as-account-tx'
import { runCommand } from '@/lib/testing/command-line'
import { copyStore, type TestStore } from '@/lib/testing/stores'

describe('retention', () => {
  let store: TestStore
  beforeAll(async () => {
    store = await copyStore('sqlite')
    vi.stubEnv('DATA_DIR', store.dataDir)
    vi.stubEnv('DATABASE_URL', '')
    vi.stubEnv('LOG_LEVEL', 'silent')
    for (const slug of ['acme', 'globex']) await runCommand(`account create ${slug} --plan pro`)
    const storage = await openStorage(store)
    await updateAccountSettings(asAccountTx(storage.db), await idOf('globex'), { event_months: 0 })
    await storage.close()
  })
  afterAll(async () => {
    vi.unstubAllEnvs()
    await store.remove()
  })

  async function read<T>(work: (storage: Awaited<ReturnType<typeof openStorage>>) => Promise<T>): Promise<T> {
    const storage = await openStorage(store)
    try {
      return await work(storage)
    } finally {
      await storage.close()
    }
  }
  const idOf = (slug: string) =>
    read(({ db }) => db.selectFrom('accounts').select('id').where('slug', '=', slug).executeTakeFirstOrThrow()).then(
      ({ id }) => id,
    )
  const entriesOf = async (slug: string) => {
    const id = await idOf(slug)
    const entries = await read(({ db }) => listEntriesAfter(db, id, { number: 0, limit: 50 }))
    return entries.filter(({ action }) => action === 'accountSettings.setDefaults')
  }
  const NO_RETENTION = /^default +event_months=none +audit_months=none +draft_days=none$/m

  it('keeps everything by default, and requires --confirm after listing what would be deleted', async () => {
    expect((await runCommand('retention list')).output).toMatch(NO_RETENTION)
    const unconfirmed = await runCommand('retention set event_months=24 draft_days=90')
    expect(unconfirmed.code).toBe(1)
    expect(unconfirmed.output).toMatch(/^event_months=24: what is older than \d{4}-\d\d-\d\d is deleted$/m)
    expect(unconfirmed.output).toMatch(/^accounts without a choice of their own: acme, globex$/m)
    expect(unconfirmed.output).toContain('Use --confirm')
    expect((await runCommand('retention list')).output).toMatch(NO_RETENTION)

    const set = await runCommand('retention set event_months=24 --confirm')
    expect(set.code).toBe(0)
    expect(set.output).toMatch(/^default +event_months=24 +audit_months=none +draft_days=none$/m)
    expect(set.output).toMatch(/^acme +event_months=24 /m)
    expect(set.output).toMatch(/^globex +event_months=none .*chosen by an owner: event_months$/m)
    // Only the logs of affected accounts have an entry.
    expect(await entriesOf('globex')).toEqual([])
    const [entry] = await entriesOf('acme')
    expect([entry?.actor, entry?.before, entry?.after]).toEqual(['cli', '{"event_months":null}', '{"event_months":24}'])
  })

  it('needs no confirmation when nothing is deleted', async () => {
    expect((await runCommand('retention set event_months=36')).code).toBe(0)
    const none = await runCommand('retention set event_months=none')
    expect(none).toEqual({ code: 0, output: expect.stringMatching(NO_RETENTION) as string })
  })

  it.each([
    ['retention set', 'missing required argument'],
    ['retention set months=3', 'Write term=number: event_months=1 to 120'],
    ['retention set event_months=0', 'event_months is a whole number from 1 to 120, or none'],
    ['retention set draft_days=2.5', 'draft_days is a whole number from 1 to 365, or none'],
  ])('rejects %s', async (line, message) => {
    const answer = await runCommand(line)
    expect(answer.code).toBe(2)
    expect(answer.output).toContain(message)
  })
})
