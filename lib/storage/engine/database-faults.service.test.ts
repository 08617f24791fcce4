import { CompiledQuery } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createHealth } from '@/lib/panel/health/health'
import type { ServiceDependencies } from '@/lib/service/http/context'
import { startJobs } from '@/lib/service/jobs'
import { verifyUsage } from '@/lib/service/metering/verify-usage'
import { createService, type Service } from '@/lib/service/service'
import { insertCompany } from '@/lib/testing/companies'
import { makeAuthority } from '@/lib/testing/faults/certificates'
import { makeCluster, postgresPrograms, type TestCluster } from '@/lib/testing/faults/cluster'
import { severable, type Severable } from '@/lib/testing/faults/severable'
import { anyText } from '@/lib/testing/matchers'
import { startTestService, type TestService } from '@/lib/testing/service'

import { openStorage } from '../open'
import type { Storage } from '../storage'
import { isOutage } from './outage'

const RECORD = '/v1/record?krs=18'
const SUMMARY = '/v1/usage/summary'

describe.skipIf(postgresPrograms === null)('faults of PostgreSQL', () => {
  let cluster: TestCluster
  let link: Severable
  let testService: TestService
  let storage: Storage
  let service: Service
  let account: { accountId: string; apiKey: string }
  beforeAll(async () => {
    cluster = await makeCluster(['max_connections = 20', 'deadlock_timeout = 20ms'])
    await cluster.query('create database registers')
    link = await severable(cluster.urlOf('registers'))
    testService = await startTestService({ engine: 'postgres', databaseUrl: cluster.urlOf('registers') })
    await insertCompany(testService.storage)
    account = await testService.createAccount()
    const { dependencies } = testService.service
    storage = await openStorage({
      dataDir: dependencies.config.dataDir,
      databaseUrl: link.url,
      statementTimeoutSeconds: 1,
    })
    const limited: ServiceDependencies = { ...dependencies, storage }
    service = createService(limited)
  })
  afterAll(async () => {
    await storage.close()
    await testService.stop()
    await link.sever()
    await cluster.remove()
  })

  const callService = (path: string) =>
    service.handle(new Request(`http://localhost${path}`, { headers: { 'x-api-key': account.apiKey } }))
  const statusOf = async (path: string) => (await callService(path)).status
  const expectUnavailable = async (answer: Response) => {
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('1')
    expect(await answer.json()).toEqual({ detail: { code: 'unavailable', message: anyText } })
  }
  const countCharges = async () => {
    const row = await testService.storage.db
      .selectFrom('ledger')
      .select((e) => e.fn.countAll<number>().as('calls'))
      .executeTakeFirstOrThrow()
    return row.calls
  }
  const health = () =>
    createHealth({
      storage,
      dataDir: testService.service.dependencies.config.dataDir,
      clock: () => new Date(),
      log: { warn: () => undefined, info: () => undefined },
      upstream: 'embedded',
      isUpstreamAlive: () => Promise.resolve(true),
      anchorsFail: () => false,
      mailFails: () => false,
      jobs: () => [],
    })
  const good = { status: 'ok', upstream: 'embedded', storage: 'postgres' }
  const bad = { ...good, status: 'failed', failing: 'storage' }
  const allow = async (writes: 'on' | 'off') => {
    await cluster.query(`alter system set default_transaction_read_only = ${writes === 'on' ? 'off' : 'on'}`)
    await cluster.query('select pg_reload_conf()')
    const isReadOnly = async () => {
      const [row] = await cluster.query<{ transaction_read_only: string }>('show transaction_read_only')
      return row?.transaction_read_only
    }
    await expect.poll(isReadOnly, { interval: 10 }).toBe(writes === 'on' ? 'off' : 'on')
  }

  // Case G02 of lib/testing/cases/README.md
  it('read-only after a failover: paid calls are unavailable and charge nothing, read-only calls are answered, and the service recovers', async () => {
    expect(await statusOf(RECORD)).toBe(200)
    const before = await countCharges()
    await allow('off')
    for (let call = 0; call < 3; call += 1) await expectUnavailable(await callService(RECORD))
    for (let call = 0; call < 3; call += 1) expect(await statusOf(SUMMARY)).toBe(200)
    expect(await countCharges()).toBe(before)
    expect(await health()()).toEqual(bad)
    let jobRuns = 0
    const job = { name: 'writes', everyMs: 10, run: async () => void (jobRuns += 1) }
    const jobs = startJobs([job], service.dependencies)
    await allow('on')
    await expect.poll(() => jobRuns).toBeGreaterThan(0)
    await jobs.stop()
    expect(await health()()).toEqual(good)
    const answers = await Promise.all(Array.from({ length: 8 }, () => statusOf(RECORD)))
    expect(answers.filter((status) => status !== 200)).toEqual([])
    expect(await verifyUsage(testService, account.accountId)).toEqual([])
  })

  it('all connections terminated: calls succeed or fail as an outage, and the usage ledger stays consistent', async () => {
    const before = await countCharges()
    const calls = Array.from({ length: 30 }, () => callService(RECORD))
    await cluster.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = 'registers'")
    const answers = await Promise.all(calls)
    const good = answers.filter(({ status }) => status === 200).length
    for (const answer of answers) if (answer.status !== 200) await expectUnavailable(answer)
    await expect.poll(() => statusOf(RECORD)).toBe(200)
    expect(await countCharges()).toBeGreaterThanOrEqual(before + good + 1)
    expect(await verifyUsage(testService, account.accountId)).toEqual([])
  })

  it('restart: calls are unavailable while PostgreSQL is down and succeed afterwards', async () => {
    await cluster.stop('immediate')
    await expectUnavailable(await callService(RECORD))
    await cluster.start()
    expect(await statusOf(RECORD)).toBe(200)
    expect(await statusOf(RECORD)).toBe(200)
  })

  it('accepted connections without answers: calls fail within their time limit and succeed once PostgreSQL answers again', async () => {
    // Opens all connections, so that the measured calls need no new one.
    await Promise.all(Array.from({ length: 8 }, () => callService(SUMMARY)))
    const before = await countCharges()
    link.freeze()
    const startedAt = Date.now()
    const pendingHealth = health()()
    for (const answer of await Promise.all(Array.from({ length: 3 }, () => callService(RECORD))))
      await expectUnavailable(answer)
    expect(await pendingHealth).toEqual(bad)
    expect(Date.now() - startedAt).toBeLessThan(8_000)
    link.thaw()
    await expect.poll(() => statusOf(RECORD)).toBe(200)
    expect(await countCharges()).toBe(before + 1)
    expect(await verifyUsage(testService, account.accountId)).toEqual([])
  })

  it('a statement that exceeds its time limit is cancelled, and a snapshot read with a longer limit succeeds', async () => {
    const slow = storage.pool?.query('select pg_sleep(30)')
    await expect(slow).rejects.toMatchObject({ code: '57014' })
    const patient = storage.readSnapshot((db) => db.executeQuery(CompiledQuery.raw('select pg_sleep(1.3)')))
    await expect(patient).resolves.toBeDefined()
  })

  it('deadlock of two transactions: the one that loses is retried', async () => {
    const both = [account.accountId, (await testService.createAccount()).accountId]
    const lockedFirst: string[] = []
    const runs: string[] = []
    const change = (name: string, [first = '', second = '']: readonly string[]) =>
      storage.db.transaction().execute(async (db) => {
        runs.push(name)
        const lock = (id: string) => db.updateTable('accounts').set({ name }).where('id', '=', id).execute()
        await lock(first)
        lockedFirst.push(name)
        while (lockedFirst.length < 2) await db.executeQuery(CompiledQuery.raw('select pg_sleep(0.01)'))
        await lock(second)
        return name
      })
    const changed = await Promise.all([change('one', both), change('two', both.toReversed())])
    expect(changed).toEqual(['one', 'two'])
    expect(runs.toSorted()).toHaveLength(3)
  })

  it('no free connection: queries fail as an outage, and a start fails with a one-line error', async () => {
    // A role that may not use the connections reserved for administrators.
    await cluster.query('create role plain login; grant all on database registers to plain')
    await cluster.query('grant all on all tables in schema public to plain', 'registers')
    const plain = cluster.urlOf('registers').replace('postgres@', 'plain@')
    const opened = await openStorage({ dataDir: '', databaseUrl: plain })
    const blockingClients = Array.from(
      { length: 20 },
      () => new Client({ connectionString: cluster.urlOf('registers') }),
    )
    try {
      await opened.pool?.query('select 1')
      await Promise.allSettled(blockingClients.map((client) => client.connect()))
      const refused = openStorage({ dataDir: '', databaseUrl: plain })
      await expect(refused).rejects.toThrow(
        /^Cannot use the database at 127\.0\.0\.1:\d+\/registers: .*(?:clients|reserved)/,
      )
      await expect(opened.pool?.query('select pg_sleep(0.1)')).resolves.toBeDefined()
      const many = Array.from({ length: 5 }, async () => opened.pool?.query('select pg_sleep(0.1)'))
      const failed = (await Promise.allSettled(many)).filter((each) => each.status === 'rejected')
      expect(failed.length).toBeGreaterThan(0)
      for (const { reason } of failed) expect(isOutage(reason)).toBe(true)
    } finally {
      await Promise.allSettled(blockingClients.map((client) => client.end()))
      await opened.close()
    }
  })

  it('one of two hosts unreachable: writes use the other one without a restart', async () => {
    const other = await severable(cluster.urlOf('registers'))
    const hosts = [new URL(link.url).host, new URL(other.url).host].join(',')
    const both = await openStorage({ dataDir: '', databaseUrl: `postgres://postgres@${hosts}/registers` })
    const write = () =>
      both.pool?.query("insert into meta values ('way', '1') on conflict (key) do update set value = '2'")
    try {
      await write()
      for (const severed of [link, other]) {
        await severed.sever()
        await expect
          .poll(() =>
            write()
              ?.then(() => 'written')
              .catch(String),
          )
          .toBe('written')
        await severed.mend()
      }
      const none = openStorage({ dataDir: '', databaseUrl: 'postgres://postgres@127.0.0.1:1,127.0.0.1:2/registers' })
      await expect(none).rejects.toThrow(
        /^Cannot use the database at 127\.0\.0\.1:1,127\.0\.0\.1:2\/registers: none of its hosts/,
      )
    } finally {
      await both.close()
      await other.sever()
    }
  })

  it('connects through a Unix socket', async () => {
    const databaseUrl = `postgres://postgres@/registers?host=${encodeURIComponent(cluster.folder)}&port=${cluster.port}`
    const opened = await openStorage({ dataDir: '', databaseUrl })
    expect((await opened.pool?.query('select inet_server_addr() as address'))?.rows).toEqual([{ address: null }])
    await opened.close()
  })

  it('TLS: sslmode behaves as in libpq, and an untrusted certificate is reported in one line', async () => {
    const authority = makeAuthority(cluster.folder)
    const serve = async (days: number) => {
      const { certificate, key } = authority.issue('localhost', days)
      await cluster.query(`alter system set ssl_cert_file = '${certificate}'`)
      await cluster.query(`alter system set ssl_key_file = '${key}'`)
      await cluster.query('alter system set ssl = on')
      await cluster.query('select pg_reload_conf()')
    }
    const connectTo = async (host: string, query: string) => {
      const databaseUrl = `postgres://postgres@${host}:${cluster.port}/registers?${query}`
      try {
        const opened = await openStorage({ dataDir: '', databaseUrl, poolSize: 1 })
        const pendingResult = opened.pool?.query<{ ssl: boolean }>(
          'select ssl from pg_stat_ssl where pid = pg_backend_pid()',
        )
        const isEncrypted = (await pendingResult)?.rows[0]?.ssl
        await opened.close()
        return isEncrypted
      } catch (error) {
        return error instanceof Error ? error.message : String(error)
      }
    }
    const checked = (mode: string) => `sslmode=${mode}&sslrootcert=${authority.file}`
    await serve(30)
    await expect.poll(() => connectTo('127.0.0.1', 'sslmode=require')).toBe(true)
    expect(await connectTo('127.0.0.1', 'sslmode=disable')).toBe(false)
    expect(await connectTo('127.0.0.1', checked('verify-ca'))).toBe(true)
    expect(await connectTo('localhost', checked('verify-full'))).toBe(true)
    const line = /^Cannot use the database at [\w.]+:\d+\/registers: [^\n]+$/
    for (const refused of [
      connectTo('127.0.0.1', checked('verify-full')),
      connectTo('localhost', 'sslmode=verify-full'),
    ]) {
      expect(await refused).toMatch(line)
    }
    await serve(-1)
    const expired = /^Cannot use the database at localhost:\d+\/registers: certificate has expired$/
    await expect.poll(() => connectTo('localhost', checked('verify-full'))).toMatch(expired)
  })
})
