/**
 * Bundled and run by `npm run bench:tenants` and `npm run bench:idle`: load of an installation's jobs on the store in a
 * minute in which nothing happens, and in one in which every account has a new event. Minutes pass on the test's clock.
 * Prints a line of JSON.
 */
import { setTimeout } from 'node:timers/promises'

import { sql } from 'kysely'
import { Client } from 'pg'
import { pino } from 'pino'

import { createClient } from '@/lib/client/client'
import { panelJobs } from '@/lib/features/jobs'
import { runOnce, type ServiceJob } from '@/lib/service/jobs'
import { createService, serviceJobs } from '@/lib/service/service'
import { offerReader, readerOf, type StoreReader } from '@/lib/storage/engine/reader'
import type { Engine, Storage } from '@/lib/storage/storage'
import { jobDependenciesOf } from '@/lib/testing/bzp-alerts'
import { startTestService, type TestService } from '@/lib/testing/service'

import { fillTenants, addEventForAll, type Tenancy } from './tenants-store'

const NOW = '2026-11-20T11:00:00.000Z'
const SECOND_MS = 1000
const MINUTE_S = 60

type Counts = { statements: number; rows: number; written: number }
/** Counts of the engine itself; null when it has none. */
type EngineCounts = { read: number; written: number }

/** Wraps a store so that it counts all statements, the rows they return and the rows they change. */
function withCounts(storage: Storage) {
  const counts: Counts = { statements: 0, rows: 0, written: 0 }
  const note = (returned: number, changed = 0) => {
    counts.statements += 1
    counts.rows += returned
    counts.written += changed
  }
  const db = storage.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: ({ result }) => {
      note(result.rows.length, Number(result.numAffectedRows ?? 0))
      return Promise.resolve(result)
    },
  })
  const reader = readerOf(db)
  const countingReader: StoreReader = {
    ...(reader.hasNamedTextIndex && { hasNamedTextIndex: true }),
    ...(reader.all && { all: (text, values) => countRows(reader.all?.(text, values) ?? []) }),
    ...(reader.first && {
      first: (text, values, within) => {
        const row = reader.first?.(text, values, within)
        note(row ? 1 : 0)
        return row
      },
    }),
    ...(reader.shared && { shared: async (text, values) => countRows((await reader.shared?.(text, values)) ?? []) }),
  }
  const countRows = <T>(rows: T[]): T[] => {
    note(rows.length)
    return rows
  }
  offerReader(db.getExecutor().adapter, countingReader)
  return { storage: { ...storage, db }, counts }
}

/**
 * PostgreSQL's counts of a database, read on a separate connection; other connections report theirs within a second.
 */
async function engineCounts(url: string | undefined): Promise<EngineCounts | null> {
  if (url === undefined) return null
  await setTimeout(1500)
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ read: string; written: string }>(`
      select sum(seq_tup_read) + sum(coalesce(idx_tup_fetch, 0)) as read, sum(n_tup_ins + n_tup_upd + n_tup_del) as written
      from pg_stat_user_tables`)
    return { read: Number(rows[0]?.read), written: Number(rows[0]?.written) }
  } finally {
    await client.end()
  }
}

type Minutes = { readonly count: number; readonly before?: (minute: number) => Promise<void> }

type Work = { ms: number; statements: number; rows: number }

type Running = { readonly jobs: readonly ServiceJob<never>[]; readonly dependencies: object; readonly counts: Counts }

/** Runs every job as often as it is due in this many minutes; returns the total cost of each job. */
async function runMinutes(
  testService: TestService,
  { jobs, dependencies, counts }: Running,
  { count, before }: Minutes,
) {
  const workByJob = new Map<string, Work>()
  const nextRunAt = new Map<ServiceJob<never>, number>(jobs.map((job) => [job, testService.clock.now().getTime()]))
  for (let second = 0; second < count * MINUTE_S; second += 1) {
    if (second % MINUTE_S === 0) await before?.(second / MINUTE_S)
    for (const job of jobs) {
      if ((nextRunAt.get(job) ?? 0) > testService.clock.now().getTime()) continue
      nextRunAt.set(job, testService.clock.now().getTime() + job.everyMs)
      const from = performance.now()
      const { statements, rows } = counts
      // Safe: each job is run with the dependencies of all.
      await runOnce(job, { holder: 'bench', dependencies: dependencies as never })
      const work = workByJob.get(job.name) ?? { ms: 0, statements: 0, rows: 0 }
      workByJob.set(job.name, work)
      work.ms += performance.now() - from
      work.statements += counts.statements - statements
      work.rows += counts.rows - rows
    }
    testService.clock.advance(SECOND_MS)
  }
  return workByJob
}

/** The jobs with the largest share in a minute. */
const mostOf = (workByJob: ReadonlyMap<string, Work>, { count }: Minutes, metric: keyof Work): string[] =>
  [...workByJob]
    .toSorted(([, a], [, b]) => b[metric] - a[metric])
    .slice(0, 6)
    .map(([name, work]) => `${name} ${Math.round(work[metric] / count)}`)

async function measure(engine: Engine, tenancy: Omit<Tenancy, 'now'>, minutes: number) {
  const testService = await startTestService({ engine, now: NOW })
  try {
    const datedTenancy = { ...tenancy, now: testService.clock.now() }
    await fillTenants(testService.storage.db, datedTenancy)
    const { storage, counts } = withCounts(testService.storage)
    const log = pino({ level: process.env['LOG_LEVEL'] ?? 'silent' }, pino.destination(2))
    const inner = { ...testService.service.dependencies, storage, log }
    const service = createService(inner)
    const fetchFor =
      ({ id }: { readonly id: string }) =>
      (path: string, init?: RequestInit) =>
        service.handleFor(testService.principalOf(id), new Request(`http://upstream.invalid${path}`, init))
    const clientFor = (account: { readonly id: string }) => {
      const call = createClient(fetchFor(account))
      return ((name, input) => call(name, input)) as ReturnType<ReturnType<typeof jobDependenciesOf>['callFor']>
    }
    const dependencies = { ...inner, ...jobDependenciesOf(testService, { storage, log, callFor: clientFor, fetchFor }) }
    // Safe: `dependencies` has the dependencies of both kinds of jobs.
    const jobs = [...serviceJobs, ...panelJobs] as unknown as readonly ServiceJob<never>[]
    const running = { jobs, dependencies, counts }
    const url = testService.place.databaseUrl
    const watch = async (period: Minutes) => {
      const from = { ...counts }
      const before = await engineCounts(url)
      const startedAt = performance.now()
      const workByJob = await runMinutes(testService, running, period)
      const ms = performance.now() - startedAt
      const after = await engineCounts(url)
      const perMinute = (now: number, earlier: number) => Math.round((now - earlier) / period.count)
      return {
        statements: perMinute(counts.statements, from.statements),
        returned: perMinute(counts.rows, from.rows),
        changed: perMinute(counts.written, from.written),
        ...(before &&
          after && { read: perMinute(after.read, before.read), written: perMinute(after.written, before.written) }),
        ms: perMinute(ms, 0),
        slowest: mostOf(workByJob, period, 'ms'),
        statementsByJob: mostOf(workByJob, period, 'statements'),
        rowsByJob: mostOf(workByJob, period, 'rows'),
      }
    }
    // Runs the checks that happen once after a start and once an hour.
    await runMinutes(testService, running, { count: 1 })
    if (engine === 'postgres') await sql`analyze`.execute(testService.storage.db)
    const idle = await watch({ count: minutes })
    const busy = await watch({
      count: Math.min(3, minutes),
      before: () =>
        addEventForAll(testService.storage.db, { accounts: tenancy.accounts, now: testService.clock.now() }),
    })
    const { rows } = await sql<{ n: number }>`select count(*) as n from rule_hits`.execute(testService.storage.db)
    return { engine, ...tenancy, idle, busy, found: Number(rows[0]?.n) }
  } finally {
    await testService.stop()
  }
}

const [engine = 'sqlite', accounts = '1', monitors = '200', events = '1000', minutes = '10', each] =
  process.argv.slice(2)
// Safe: the benches pass one of the two.
const measured = await measure(
  engine as Engine,
  {
    accounts: Number(accounts),
    monitors: Number(monitors),
    events: Number(events),
    each: each === undefined ? undefined : Number(each),
  },
  Number(minutes),
)
process.stdout.write(`${JSON.stringify(measured)}\n`)
