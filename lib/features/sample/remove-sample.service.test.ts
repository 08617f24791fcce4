import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { anchorTargetOf } from '@/lib/features/audit/audit-anchors'
import { listEntriesAfter } from '@/lib/features/audit/statements/audit'
import { insertMember } from '@/lib/features/members/statements/members'
import { sampleData } from '@/lib/sample/sample-data'
import { uuidFrom } from '@/lib/sample/stable-uuid'
import { createKeyForAccount } from '@/lib/service/accounts/accounts'
import { REGISTER_TABLES } from '@/lib/service/registers/statements/sample-removal'
import { listCopiedTables, referencesOf, tablesWithColumn } from '@/lib/storage/backup/copied-tables'
import { asAccountTx } from '@/lib/testing/as-account-tx'
import { panelContext } from '@/lib/testing/panel-context'
import { makeMember } from '@/lib/testing/people'
import { engines, startTestService, type TestService } from '@/lib/testing/service'

import { sampleHandlers } from './handlers'
import { removeSample, type SampleDeletion } from './remove-sample'
import { readSampleContents } from './sample-contents'
import { usesSampleData } from './sample-mode'
import { ensureSampleUsers, sampleAccountMarks, sampleSlugs } from './sample-users'

/** Tables of the database itself, of evidence or of persons, which stay when the registers are emptied. */
const REMAINING_TABLES = ['meta', 'sequences', 'accounts', 'users', 'bzp_cursors', 'publication_gaps', 'daily_reports']
const unset = { remote: undefined, panelUrl: undefined, sampleData: undefined }

it('knows the sample accounts by their ids', () => {
  expect(sampleAccountMarks.ids).toEqual(sampleSlugs.map((slug) => uuidFrom('account', slug)))
})

describe.each(engines)('removing the sample data on %s', (engine) => {
  let at: TestService
  beforeAll(async () => {
    at = await startTestService({ engine, content: 'sample' })
    await ensureSampleUsers(at.storage.db, 'shared-by-all-of-them', at.clock.now())
  })
  afterAll(() => at.stop())

  const dataDir = () => at.service.dependencies.config.dataDir
  const remove = (env: Partial<SampleDeletion['env']> = {}) =>
    removeSample({
      storage: at.storage,
      // Preserves getters of `env`, so that a test can count how often a value is read.
      env: Object.defineProperties(
        { sampleData: undefined, singleSignOn: undefined, dataDir: dataDir() },
        Object.getOwnPropertyDescriptors(env),
      ),
      anchors: anchorTargetOf(undefined),
      log: pino({ level: 'silent' }),
      now: at.clock.now(),
      actor: 'cli',
    })
  /** A folder is requested once for each finished account, which counts the steps. */
  const stoppedAfter = (steps: number) => {
    let left = steps
    return {
      get dataDir() {
        left -= 1
        if (left === 0) throw new Error('stopped')
        return dataDir()
      },
    }
  }
  const rowsOf = async (table: string) => {
    const query = sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`
    return Number((await query.execute(at.storage.db)).rows[0]?.count)
  }
  const idOf = async (slug: string) =>
    (await at.storage.db.selectFrom('accounts').select('id').where('slug', '=', slug).executeTakeFirstOrThrow()).id
  const runJobs = async () => {
    for (const job of sampleData.jobs) await job.run(at.service.dependencies)
  }

  it('knows every table that belongs to no account and no person', async () => {
    const references = await referencesOf(at.storage.db, engine)
    const owned = new Set([
      ...(await tablesWithColumn(at.storage.db, engine, 'account_id')),
      ...(await tablesWithColumn(at.storage.db, engine, 'user_id')),
    ])
    const isOwned = (table: string) =>
      owned.has(table) || references.some(({ from, to }) => from === table && owned.has(to))
    const tables = (await listCopiedTables(at.storage.db, engine)).filter((table) => !isOwned(table))
    expect(tables.toSorted()).toEqual([...REMAINING_TABLES, ...REGISTER_TABLES].toSorted())
  })

  it('is refused, and changes nothing, where it would lose something or come back', async () => {
    expect(await remove({ sampleData: 'on' })).toEqual({ state: 'refused', obstacle: 'asked_for', about: null })
    // Safe: only its account is read.
    const singleSignOn = { account: 'demo-pro' } as SampleDeletion['env']['singleSignOn']
    expect(await remove({ singleSignOn })).toMatchObject({ obstacle: 'provider_account', about: 'demo-pro' })
    const own = await at.createAccount({ slug: 'acme' })
    const owner = await at.storage.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', 'owner@demo.test')
      .executeTakeFirstOrThrow()
    const created_at = at.clock.now().toISOString()
    const member = { account_id: own.accountId, user_id: owner.id, role: 'viewer' as const, created_at }
    await insertMember(asAccountTx(at.storage.db), { ...member, disabled_at: null, last_seen_at: null })
    expect(await remove()).toMatchObject({ obstacle: 'member_elsewhere', about: 'owner@demo.test (acme)' })
    await at.storage.db.deleteFrom('members').where('account_id', '=', own.accountId).execute()
    const order = { source: 'krz', format: 'csv', date_from: '2026-11-19', date_to: '2026-11-19' }
    const ordered = await at.request<{ id: string }>(own.apiKey, 'POST', '/v1/reports', order)
    expect(ordered.status).toBeLessThan(300)
    expect(await remove()).toMatchObject({ obstacle: 'report_in_work', about: 'acme' })
    await at.storage.db.deleteFrom('report_jobs').where('account_id', '=', own.accountId).execute()
    expect(await usesSampleData({ ...unset, sampleData: 'on' }, at.storage.db)).toBe(true)
    expect(await rowsOf('accounts')).toBe(7)
    await at.storage.db.updateTable('meta').set({ value: 'loading' }).where('key', '=', 'sample_data').execute()
    expect(await remove()).toMatchObject({ obstacle: 'loading' })
    await at.storage.db.updateTable('meta').set({ value: 'on' }).where('key', '=', 'sample_data').execute()
  })

  it('is for an owner of the one account beside the sample', async () => {
    const own = await idOf('acme')
    const context = panelContext(at, own)
    const read = await sampleHandlers['sample.read']({}, context)
    expect(read).toMatchObject({ obstacle: null, contents: { accounts: 6, companies: 2000 } })
    const sample = panelContext(at, await idOf('demo-pro'))
    expect(await sampleHandlers['sample.read']({}, sample)).toEqual({ contents: null, obstacle: null, about: null })
    await expect(sampleHandlers['sample.remove']({ body: { confirm: true } }, sample)).rejects.toMatchObject({
      status: 409,
    })
    const other = await at.createAccount({ slug: 'other' })
    expect(await sampleHandlers['sample.read']({}, context)).toMatchObject({ obstacle: 'several_accounts' })
    await expect(sampleHandlers['sample.remove']({ body: { confirm: true } }, context)).rejects.toMatchObject({
      status: 409,
    })
    await at.storage.db.deleteFrom('api_keys').where('account_id', '=', other.accountId).execute()
    await at.storage.db.deleteFrom('audit_entries').where('account_id', '=', other.accountId).execute()
    await at.storage.db.deleteFrom('account_terms').where('account_id', '=', other.accountId).execute()
    await at.storage.db.deleteFrom('accounts').where('id', '=', other.accountId).execute()
  })

  it('goes on where it was stopped, leaves nothing of it and all of others, and nothing comes again', async () => {
    const own = await idOf('acme')
    const demo = await idOf('demo-pro')
    await makeMember(at.storage, { accountId: own, email: 'ewa@acme.test' })
    await makeMember(at.storage, { accountId: demo, email: 'guest@acme.test' })
    const apiKey = await keyOf(own)
    const monitor = { identifier_type: 'krs', identifier_value: await someKrs() }
    expect((await at.request(apiKey, 'POST', '/v1/monitors', monitor)).status).toBe(201)
    // Loads an index of notices into memory.
    const preview = () => at.request<{ count: number }>(apiKey, 'POST', '/v1/bzp/alerts/preview', { cpv: ['45'] })
    expect((await preview()).body.count).toBeGreaterThan(0)
    const contents = await readSampleContents(at.storage.db)
    expect(contents).toMatchObject({ people: ['guest@acme.test'], own: { monitors: 1, events: 0 } })
    const files = await at.storage.db.selectFrom('daily_reports').select('file').execute()
    expect(files.length).toBeGreaterThan(0)
    expect(files.every(({ file }) => existsSync(join(dataDir(), 'reports', file)))).toBe(true)

    // Stops at different points and continues.
    for (const [accounts, steps] of [
      [6, 1],
      [4, 3],
    ] as const) {
      await expect(remove(stoppedAfter(steps))).rejects.toThrow('stopped')
      expect(await usesSampleData(unset, at.storage.db)).toBe(false)
      await runJobs()
      expect((await readSampleContents(at.storage.db))?.accounts).toBe(accounts)
    }
    await expect(sampleData.load(at.service.dependencies)).rejects.toThrow('only half removed')

    expect((await remove()).state).toBe('removed')
    for (const table of REGISTER_TABLES) expect(await rowsOf(table), table).toBe(0)
    expect(await rowsOf('daily_reports')).toBe(0)
    expect(files.some(({ file }) => existsSync(join(dataDir(), 'reports', file)))).toBe(false)
    const left = await at.storage.db.selectFrom('users').select('email').execute()
    expect(left).toEqual([{ email: 'ewa@acme.test' }])
    const accounts = await at.storage.db.selectFrom('accounts').select('slug').execute()
    expect(accounts).toEqual([{ slug: 'acme' }])
    for (const table of await tablesWithColumn(at.storage.db, engine, 'account_id')) {
      const query = sql<{ id: string }>`select distinct account_id as id from ${sql.table(table)}`
      const owners = (await query.execute(at.storage.db)).rows.map(({ id }) => id)
      expect(
        owners.filter((id) => id !== own),
        table,
      ).toEqual([])
    }
    expect(await rowsOf('monitors')).toBe(1)
    const entries = await listEntriesAfter(at.storage.db, own, { number: 0, limit: 50 })
    expect(entries.at(-1)).toMatchObject({ action: 'sample.remove', actor: 'cli' })
    expect((await preview()).body).toMatchObject({ count: 0 })

    // Its jobs have nothing to continue, it is not loaded again, and a second call finds nothing.
    at.clock.advance(3_600_000)
    await runJobs()
    for (const table of REGISTER_TABLES) expect(await rowsOf(table), table).toBe(0)
    expect(await remove()).toEqual({ state: 'nothing' })
    await at.storage.db.deleteFrom('monitors').execute()
  })

  const keyOf = async (accountId: string) => {
    return (await createKeyForAccount(at.service.dependencies, accountId, { name: 'test' })).secret
  }
  const someKrs = async () =>
    (await at.storage.db.selectFrom('subjects').select('krs').where('krs', 'is not', null).executeTakeFirstOrThrow())
      .krs
})
