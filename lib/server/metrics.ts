import 'server-only'
import { setTimeout } from 'node:timers/promises'

import { jobStates, type JobDefinition } from '@/lib/panel/status/job-states'
import { readQueues, listJobRuns } from '@/lib/storage/status/queues'
import { readStoreSize, readLedgerTotals } from '@/lib/storage/status/store-size'
import type { Storage } from '@/lib/storage/storage'
import type { Metrics } from '@/lib/telemetry/metrics'

type MetricsInput = {
  readonly storage: Storage
  readonly jobs: readonly JobDefinition[]
  /** Start of the process. */
  readonly since: Date
  readonly now: Date
}

/** A store that does not answer within this time counts as unreadable. */
const PATIENCE_MS = 5000

/**
 * All metrics of a scrape. Values that all processes share are read from the store at each scrape. They are left out
 * when that fails, because a counter that drops to 0 for a moment would look as if everything had been charged again.
 */
export async function readMetrics(metrics: Metrics, input: MetricsInput): Promise<{ body: string; type: string }> {
  const { registry } = metrics
  setPool(metrics, input.storage)
  const isRead = await readInTime(metrics, input)
  if (!isRead) metrics.count('registers_scrape_failures_total', {})
  const names = registry.getMetricsAsArray().map(({ name }) => name)
  const shown = isRead ? names : names.filter((name) => !FROM_STORE.some((each) => each === name))
  const parts = await Promise.all(shown.map((name) => registry.getSingleMetricAsString(name)))
  return { body: `${parts.join('\n\n')}\n`, type: registry.contentType }
}

async function readInTime(metrics: Metrics, input: MetricsInput): Promise<boolean> {
  const finished = new AbortController()
  const timedOut = setTimeout(PATIENCE_MS, false, { signal: finished.signal }).catch(() => false)
  const storeReading = readStore(metrics, input).then(
    () => true,
    () => false,
  )
  const isRead = await Promise.race([storeReading, timedOut])
  finished.abort()
  return isRead
}

const FROM_STORE = [
  'registers_units_total',
  'registers_charged_calls_total',
  'registers_overage_units_total',
  'registers_overage_grosz_total',
  'registers_job_last_success_timestamp_seconds',
  'registers_job_last_duration_seconds',
  'registers_job_failures_total',
  'registers_job_lag_seconds',
  'registers_queue_waiting',
  'registers_queue_oldest_seconds',
  'registers_storage_size_bytes',
] as const

function clearStore(metrics: Metrics): void {
  for (const name of FROM_STORE) metrics.clear(name)
}

async function readStore(metrics: Metrics, { storage, jobs, since, now }: MetricsInput): Promise<void> {
  const { db } = storage
  const totals = await readLedgerTotals(db)
  const states = jobStates(jobs, await listJobRuns(db), { now, since })
  const queues = await readQueues(db)
  const sizes = await readStoreSize(storage)
  // There is no await from here on, so that two scrapes at the same time do not count twice.
  clearStore(metrics)
  for (const { pool, endpoint, calls, units } of totals.endpoints) {
    metrics.count('registers_units_total', { pool, endpoint }, units)
    metrics.count('registers_charged_calls_total', { pool, endpoint }, calls)
  }
  metrics.count('registers_overage_units_total', {}, totals.overageUnits)
  metrics.count('registers_overage_grosz_total', {}, totals.overageGrosz)
  for (const { name: job_name, run, lagS } of states) {
    metrics.set('registers_job_lag_seconds', { job_name }, lagS)
    metrics.count('registers_job_failures_total', { job_name }, run?.failures ?? 0)
    if (!run) continue
    metrics.set('registers_job_last_duration_seconds', { job_name }, run.duration_ms / 1000)
    if (run.succeeded_at === null) continue
    metrics.set('registers_job_last_success_timestamp_seconds', { job_name }, Date.parse(run.succeeded_at) / 1000)
  }
  for (const { queue, waiting, oldest } of queues) {
    metrics.set('registers_queue_waiting', { queue }, waiting)
    const age = oldest === null ? 0 : Math.max(0, (now.getTime() - Date.parse(oldest)) / 1000)
    metrics.set('registers_queue_oldest_seconds', { queue }, age)
  }
  for (const { part, bytes } of sizes) metrics.set('registers_storage_size_bytes', { part }, bytes)
}

function setPool(metrics: Metrics, { pool }: Storage): void {
  metrics.clear('registers_storage_pool_connections')
  metrics.set('registers_storage_pool_waiting', {}, pool?.waitingCount ?? 0)
  if (!pool) return
  metrics.set('registers_storage_pool_connections', { state: 'idle' }, pool.idleCount)
  metrics.set('registers_storage_pool_connections', { state: 'used' }, pool.totalCount - pool.idleCount)
}
