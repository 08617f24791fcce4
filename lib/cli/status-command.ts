import type { Command } from 'commander'

import { panelJobs } from '@/lib/features/jobs'
import { jobStates, type JobDefinition } from '@/lib/panel/status/job-states'
import { VERSION } from '@/lib/panel/version'
import { sampleData } from '@/lib/sample/sample-data'
import { serviceJobs } from '@/lib/service/service'
import { readQueues, listJobRuns } from '@/lib/storage/status/queues'
import { listMigrations, listTableSizes, readStoreSize } from '@/lib/storage/status/store-size'

import { type CommandContext, withoutAuditKey } from './command-context'
import { print, printTable } from './terminal'

const SHOWN_TABLES = 15

export function addStatusCommand(program: Command): void {
  program
    .command('status')
    .description('version and schema, jobs with their last run, queues, sizes of tables; also while the server runs')
    .option('--all-tables', 'every table, and not only the largest')
    .option('--json', 'for programs')
    .action((options: Options) => withoutAuditKey((context) => showStatus(context, options)))
}

type Options = { readonly allTables?: true; readonly json?: true }

async function showStatus({ env, dependencies }: CommandContext, { allTables, json }: Options): Promise<void> {
  const { storage, clock } = dependencies
  const { db, engine, location } = storage
  const now = clock()
  const jobs: readonly JobDefinition[] = env.remote ? panelJobs : [...serviceJobs, ...panelJobs]
  const runs = await listJobRuns(db)
  // Only the server knows whether sample jobs are enabled, so they are shown if they have run.
  const sampled = sampleData.jobs.filter(({ name }) => runs.some((run) => run.name === name))
  const migrations = await listMigrations(db)
  const status = {
    version: VERSION,
    engine,
    location,
    schema: migrations.at(-1),
    sizes: await readStoreSize(storage),
    jobs: jobStates([...jobs, ...sampled], runs, { now, since: new Date(0) }),
    queues: await readQueues(db),
    tables: await listTableSizes(storage),
  }
  if (json) return print(JSON.stringify(status))
  print(`Version ${status.version}, schema ${status.schema?.name ?? 'none'} of ${status.schema?.at ?? 'never'}`)
  print(`Store   ${engine}, ${location}, ${status.sizes.map(({ part, bytes }) => `${part} ${mb(bytes)}`).join(', ')}`)
  print('')
  printTable([
    ['JOB', 'EVERY', 'LAST RUN', 'TOOK', 'LAST SUCCESS', 'FAILED', 'LAST ERROR'],
    ...status.jobs.map(({ name, everyMs, run }) => [
      name,
      seconds(everyMs),
      run?.started_at ?? 'never',
      run ? seconds(run.duration_ms) : '',
      run?.succeeded_at ?? '',
      run ? `${run.failures} of ${run.runs}` : '',
      run?.error ? `${run.failed_at ?? ''} ${run.error}` : '',
    ]),
  ])
  print('')
  printTable([
    ['QUEUE', 'WAITING', 'SINCE'],
    ...status.queues.map(({ queue, waiting, oldest }) => [queue, String(waiting), oldest ?? '']),
  ])
  print('')
  const tables = allTables ? status.tables : status.tables.slice(0, SHOWN_TABLES)
  printTable([
    ['TABLE', engine === 'postgres' ? 'ROWS (ESTIMATED)' : 'ROWS', 'SIZE'],
    ...tables.map(({ table, rows, bytes }) => [table, String(rows), bytes === null ? '' : mb(bytes)]),
  ])
}

const mb = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`
const seconds = (ms: number): string => `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`
