import { CompiledQuery } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { ServiceDependencies } from '@/lib/service/http/context'
import { verifyUsage } from '@/lib/service/metering/verify-usage'
import { createService, type Service } from '@/lib/service/service'
import { insertCompany } from '@/lib/testing/companies'
import { makeCluster, postgresPrograms, type TestCluster } from '@/lib/testing/faults/cluster'
import { anyText } from '@/lib/testing/matchers'
import { startTestService, type TestService } from '@/lib/testing/service'
import { severable, type Severable } from '@/lib/testing/severable'

import { openStorage } from '../open'
import type { Storage } from '../storage'
import { isOutage } from './outage'

const RECORD = '/v1/record?krs=18'
const SUMMARY = '/v1/usage/summary'

describe.skipIf(postgresPrograms === null)('a PostgreSQL of which the worst has to be expected', () => {
  let cluster: TestCluster
  let way: Severable
  let on: TestService
  let storage: Storage
  let service: Service
  let account: { accountId: string; apiKey: string }
  beforeAll(async () => {
    cluster = await makeCluster(['max_connections = 20', 'deadlock_timeout = 20ms'])
    await cluster.ask('create database registers')
    way = await severable(cluster.urlOf('registers'))
    on = await startTestService({ engine: 'postgres', databaseUrl: cluster.urlOf('registers') })
    await insertCompany(on.storage)
    account = await on.createAccount()
    const { dependencies } = on.service
    storage = await openStorage({ dataDir: dependencies.config.dataDir, databaseUrl: way.url, statementTimeoutSeconds: 1 })
    const limited: ServiceDependencies = { ...dependencies, storage }
    service = createService(limited)
  })
  afterAll(async () => {
    await storage.close()
    await on.stop()
    await way.sever()
    await cluster.remove()
  })

  const ask = (path: string) =>
    service.handle(new Request(`http://localhost${path}`, { headers: { 'x-api-key': account.apiKey } }))
  const statusOf = async (path: string) => (await ask(path)).status
  const expectUnavailable = async (answer: Response) => {
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('1')
    expect(await answer.json()).toEqual({ detail: { code: 'unavailable', message: anyText } })
  }
  const charged = async () => {
    const row = await on.storage.db
      .selectFrom('ledger')
      .select((e) => e.fn.countAll<number>().as('calls'))
      .executeTakeFirstOrThrow()
    return row.calls
  }
  const allow = async (writes: 'on' | 'off') => {
    await cluster.ask(`alter system set default_transaction_read_only = ${writes === 'on' ? 'off' : 'on'}`)
    await cluster.ask('select pg_reload_conf()')
    const isReadOnly = async () => {
      const [row] = await cluster.ask<{ transaction_read_only: string }>('show transaction_read_only')
      return row?.transaction_read_only
    }
    await expect.poll(isReadOnly, { interval: 10 }).toBe(writes === 'on' ? 'off' : 'on')
  }

  it('that is read-only after a failover: what is paid for is unavailable and charges nothing, what only reads is answered, and it heals', async () => {
    expect(await statusOf(RECORD)).toBe(200)
    const before = await charged()
    await allow('off')
    for (let call = 0; call < 3; call += 1) await expectUnavailable(await ask(RECORD))
    for (let call = 0; call < 3; call += 1) expect(await statusOf(SUMMARY)).toBe(200)
    expect(await charged()).toBe(before)
    await allow('on')
    const answers = await Promise.all(Array.from({ length: 8 }, () => statusOf(RECORD)))
    expect(answers.filter((status) => status !== 200)).toEqual([])
    expect(await verifyUsage(on, account.accountId)).toEqual([])
  })

  it('that ends every connection: calls fail as an outage or not at all, and the books are right', async () => {
    const before = await charged()
    const calls = Array.from({ length: 30 }, () => ask(RECORD))
    await cluster.ask("select pg_terminate_backend(pid) from pg_stat_activity where datname = 'registers'")
    const answers = await Promise.all(calls)
    const good = answers.filter(({ status }) => status === 200).length
    for (const answer of answers) if (answer.status !== 200) await expectUnavailable(answer)
    expect(await statusOf(RECORD)).toBe(200)
    expect(await charged()).toBeGreaterThanOrEqual(before + good + 1)
    expect(await verifyUsage(on, account.accountId)).toEqual([])
  })

  it('that is started again: unavailable while it is away, and there afterwards', async () => {
    await cluster.stop('immediate')
    await expectUnavailable(await ask(RECORD))
    await cluster.start()
    expect(await statusOf(RECORD)).toBe(200)
    expect(await statusOf(RECORD)).toBe(200)
  })

  it('that takes connections and does not answer: calls end within their limit, and go on when it answers again', async () => {
    expect(await statusOf(RECORD)).toBe(200)
    const before = await charged()
    way.freeze()
    const began = Date.now()
    for (const answer of await Promise.all(Array.from({ length: 12 }, () => ask(RECORD)))) await expectUnavailable(answer)
    // Two seconds for what was asked, five for a connection.
    expect(Date.now() - began).toBeLessThan(10_000)
    way.thaw()
    await expect.poll(() => statusOf(RECORD)).toBe(200)
    expect(await charged()).toBe(before + 1)
    expect(await verifyUsage(on, account.accountId)).toEqual([])
  })

  it('that lets a statement run for longer than its limit: it ends it, and the connection stays', async () => {
    const slow = storage.pool?.query('select pg_sleep(30)')
    await expect(slow).rejects.toMatchObject({ code: '57014' })
    const patient = storage.readSnapshot((db) => db.executeQuery(CompiledQuery.raw('select pg_sleep(1.3)')))
    await expect(patient).resolves.toBeDefined()
  })

  it('in which two transactions wait for each other: the one that loses is run again', async () => {
    const both = [account.accountId, (await on.createAccount()).accountId]
    let begun = 0
    const runs: string[] = []
    const change = (name: string, [first = '', second = '']: readonly string[]) =>
      storage.db.transaction().execute(async (db) => {
        runs.push(name)
        const lock = (id: string) => db.updateTable('accounts').set({ name }).where('id', '=', id).execute()
        await lock(first)
        begun += 1
        while (begun < 2) await db.executeQuery(CompiledQuery.raw('select pg_sleep(0.01)'))
        await lock(second)
        return name
      })
    const changed = await Promise.all([change('one', both), change('two', both.toReversed())])
    expect(changed).toEqual(['one', 'two'])
    expect(runs.toSorted()).toHaveLength(3)
  })

  it('that has no connection left: unavailable, and one line at the start', async () => {
    // One that may not use what is reserved for administrators.
    await cluster.ask('create role plain login; grant all on database registers to plain')
    await cluster.ask('grant all on all tables in schema public to plain', 'registers')
    const plain = cluster.urlOf('registers').replace('postgres@', 'plain@')
    const opened = await openStorage({ dataDir: '', databaseUrl: plain })
    const held = Array.from({ length: 20 }, () => new Client({ connectionString: cluster.urlOf('registers') }))
    try {
      await opened.pool?.query('select 1')
      await Promise.allSettled(held.map((client) => client.connect()))
      const refused = openStorage({ dataDir: '', databaseUrl: plain })
      await expect(refused).rejects.toThrow(/^Cannot use the database at 127\.0\.0\.1:\d+\/registers: .*(?:clients|reserved)/)
      await expect(opened.pool?.query('select pg_sleep(0.1)')).resolves.toBeDefined()
      const many = Array.from({ length: 5 }, () => opened.pool?.query('select pg_sleep(0.1)'))
      const failed = (await Promise.allSettled(many)).filter((each) => each.status === 'rejected')
      expect(failed.length).toBeGreaterThan(0)
      for (const { reason } of failed) expect(isOutage(reason)).toBe(true)
    } finally {
      await Promise.allSettled(held.map((client) => client.end()))
      await opened.close()
    }
  })
})
