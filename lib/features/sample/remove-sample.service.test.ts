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

it('sample accounts are identified by their ids', () => {
  expect(sampleAccountMarks.ids).toEqual(sampleSlugs.map((slug) => uuidFrom('account', slug)))
})

describe.each(engines)('removing the sample data on %s', (engine) => {
  let testService: TestService
  beforeAll(async () => {
    testService = await startTestService({ engine, content: 'sample' })
    await ensureSampleUsers(testService.storage.db, 'shared-by-all-of-them', testService.clock.now())
  })
  afterAll(() => testService.stop())

  const dataDir = () => testService.service.dependencies.config.dataDir
  const remove = (env: Partial<SampleDeletion['env']> = {}) =>
    removeSample({
      storage: testService.storage,
      // Preserves getters of `env`, so that a test can count how often a value is read.
      env: Object.defineProperties(
        { sampleData: undefined, singleSignOn: undefined, dataDir: dataDir() },
        Object.getOwnPropertyDescriptors(env),
      ),
      anchors: anchorTargetOf(undefined),
      log: pino({ level: 'silent' }),
      now: testService.clock.now(),
      actor: 'cli',
    })
  /** A folder is requested once for each finished account, which counts the steps. */
  const stoppedAfter = (steps: number) => {
    let remainingSteps = steps
    return {
      get dataDir() {
        remainingSteps -= 1
        if (remainingSteps === 0) throw new Error('stopped')
        return dataDir()
      },
    }
  }
  const rowsOf = async (table: string) => {
    const query = sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`
    return Number((await query.execute(testService.storage.db)).rows[0]?.count)
  }
  const idOf = async (slug: string) =>
    (
      await testService.storage.db
        .selectFrom('accounts')
        .select('id')
        .where('slug', '=', slug)
        .executeTakeFirstOrThrow()
    ).id
  const runJobs = async () => {
    for (const job of sampleData.jobs) await job.run(testService.service.dependencies)
  }

  it('has a complete list of the tables without an account or user', async () => {
    const references = await referencesOf(testService.storage.db, engine)
    const ownedTables = new Set([
      ...(await tablesWithColumn(testService.storage.db, engine, 'account_id')),
      ...(await tablesWithColumn(testService.storage.db, engine, 'user_id')),
    ])
    const isOwned = (table: string) =>
      ownedTables.has(table) || references.some(({ from, to }) => from === table && ownedTables.has(to))
    const tables = (await listCopiedTables(testService.storage.db, engine)).filter((table) => !isOwned(table))
    expect(tables.toSorted()).toEqual([...REMAINING_TABLES, ...REGISTER_TABLES].toSorted())
  })

  it('is refused without any change while an obstacle exists', async () => {
    expect(await remove({ sampleData: 'on' })).toEqual({ state: 'refused', obstacle: 'asked_for', about: null })
    // Safe: only its account is read.
    const singleSignOn = { account: 'demo-pro' } as SampleDeletion['env']['singleSignOn']
    expect(await remove({ singleSignOn })).toMatchObject({ obstacle: 'provider_account', about: 'demo-pro' })
    const ownAccount = await testService.createAccount({ slug: 'acme' })
    const owner = await testService.storage.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', 'owner@demo.test')
      .executeTakeFirstOrThrow()
    const created_at = testService.clock.now().toISOString()
    const member = { account_id: ownAccount.accountId, user_id: owner.id, role: 'viewer' as const, created_at }
    await insertMember(asAccountTx(testService.storage.db), { ...member, disabled_at: null, last_seen_at: null })
    expect(await remove()).toMatchObject({ obstacle: 'member_elsewhere', about: 'owner@demo.test (acme)' })
    await testService.storage.db.deleteFrom('members').where('account_id', '=', ownAccount.accountId).execute()
    const order = { source: 'krz', format: 'csv', date_from: '2026-11-19', date_to: '2026-11-19' }
    const ordered = await testService.request<{ id: string }>(ownAccount.apiKey, 'POST', '/v1/reports', order)
    expect(ordered.status).toBeLessThan(300)
    expect(await remove()).toMatchObject({ obstacle: 'report_in_work', about: 'acme' })
    await testService.storage.db.deleteFrom('report_jobs').where('account_id', '=', ownAccount.accountId).execute()
    expect(await usesSampleData({ ...unset, sampleData: 'on' }, testService.storage.db)).toBe(true)
    expect(await rowsOf('accounts')).toBe(7)
    await testService.storage.db
      .updateTable('meta')
      .set({ value: 'loading' })
      .where('key', '=', 'sample_data')
      .execute()
    expect(await remove()).toMatchObject({ obstacle: 'loading' })
    await testService.storage.db.updateTable('meta').set({ value: 'on' }).where('key', '=', 'sample_data').execute()
  })

  it('is allowed for an owner if there is exactly one account besides the sample', async () => {
    const ownAccountId = await idOf('acme')
    const context = panelContext(testService, ownAccountId)
    const read = await sampleHandlers['sample.read']({}, context)
    expect(read).toMatchObject({ obstacle: null, contents: { accounts: 6, companies: 2000 } })
    const sample = panelContext(testService, await idOf('demo-pro'))
    expect(await sampleHandlers['sample.read']({}, sample)).toEqual({ contents: null, obstacle: null, about: null })
    await expect(sampleHandlers['sample.remove']({ body: { confirm: true } }, sample)).rejects.toMatchObject({
      status: 409,
    })
    const other = await testService.createAccount({ slug: 'other' })
    expect(await sampleHandlers['sample.read']({}, context)).toMatchObject({ obstacle: 'several_accounts' })
    await expect(sampleHandlers['sample.remove']({ body: { confirm: true } }, context)).rejects.toMatchObject({
      status: 409,
    })
    await testService.storage.db.deleteFrom('api_keys').where('account_id', '=', other.accountId).execute()
    await testService.storage.db.deleteFrom('audit_entries').where('account_id', '=', other.accountId).execute()
    await testService.storage.db.deleteFrom('account_terms').where('account_id', '=', other.accountId).execute()
    await testService.storage.db.deleteFrom('accounts').where('id', '=', other.accountId).execute()
  })

  it('continues after an interruption, deletes all sample data and nothing else, and nothing is loaded again', async () => {
    const ownAccountId = await idOf('acme')
    const demo = await idOf('demo-pro')
    await makeMember(testService.storage, { accountId: ownAccountId, email: 'ewa@acme.test' })
    await makeMember(testService.storage, { accountId: demo, email: 'guest@acme.test' })
    const apiKey = await keyOf(ownAccountId)
    const monitor = { identifier_type: 'krs', identifier_value: await someKrs() }
    expect((await testService.request(apiKey, 'POST', '/v1/monitors', monitor)).status).toBe(201)
    // Loads an index of notices into memory.
    const preview = () =>
      testService.request<{ count: number }>(apiKey, 'POST', '/v1/bzp/alerts/preview', { cpv: ['45'] })
    expect((await preview()).body.count).toBeGreaterThan(0)
    const contents = await readSampleContents(testService.storage.db)
    expect(contents).toMatchObject({ people: ['guest@acme.test'], own: { monitors: 1, events: 0 } })
    const files = await testService.storage.db.selectFrom('daily_reports').select('file').execute()
    expect(files.length).toBeGreaterThan(0)
    expect(files.every(({ file }) => existsSync(join(dataDir(), 'reports', file)))).toBe(true)

    // Stops at different points and continues.
    for (const [accounts, steps] of [
      [6, 1],
      [4, 3],
    ] as const) {
      await expect(remove(stoppedAfter(steps))).rejects.toThrow('stopped')
      expect(await usesSampleData(unset, testService.storage.db)).toBe(false)
      await runJobs()
      expect((await readSampleContents(testService.storage.db))?.accounts).toBe(accounts)
    }
    await expect(sampleData.load(testService.service.dependencies)).rejects.toThrow('only half removed')

    expect((await remove()).state).toBe('removed')
    for (const table of REGISTER_TABLES) expect(await rowsOf(table), table).toBe(0)
    expect(await rowsOf('daily_reports')).toBe(0)
    expect(files.some(({ file }) => existsSync(join(dataDir(), 'reports', file)))).toBe(false)
    const remainingUsers = await testService.storage.db.selectFrom('users').select('email').execute()
    expect(remainingUsers).toEqual([{ email: 'ewa@acme.test' }])
    const accounts = await testService.storage.db.selectFrom('accounts').select('slug').execute()
    expect(accounts).toEqual([{ slug: 'acme' }])
    for (const table of await tablesWithColumn(testService.storage.db, engine, 'account_id')) {
      const query = sql<{ id: string }>`select distinct account_id as id from ${sql.table(table)}`
      const owners = (await query.execute(testService.storage.db)).rows.map(({ id }) => id)
      expect(
        owners.filter((id) => id !== ownAccountId),
        table,
      ).toEqual([])
    }
    expect(await rowsOf('monitors')).toBe(1)
    const entries = await listEntriesAfter(testService.storage.db, ownAccountId, { number: 0, limit: 50 })
    expect(entries.at(-1)).toMatchObject({ action: 'sample.remove', actor: 'cli' })
    expect((await preview()).body).toMatchObject({ count: 0 })

    // Its jobs have nothing to continue, it is not loaded again, and a second call finds nothing.
    testService.clock.advance(3_600_000)
    await runJobs()
    for (const table of REGISTER_TABLES) expect(await rowsOf(table), table).toBe(0)
    expect(await remove()).toEqual({ state: 'nothing' })
    await testService.storage.db.deleteFrom('monitors').execute()
  })

  const keyOf = async (accountId: string) => {
    return (await createKeyForAccount(testService.service.dependencies, accountId, { name: 'test' })).secret
  }
  const someKrs = async () =>
    (
      await testService.storage.db
        .selectFrom('subjects')
        .select('krs')
        .where('krs', 'is not', null)
        .executeTakeFirstOrThrow()
    ).krs
})
