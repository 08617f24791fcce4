import { maskPesels } from '@/lib/domain/identifiers/identifiers'
import { claimJob, extendJobClaim, jobHolder, releaseJobs } from '@/lib/storage/engine/job-locks'
import { whileRenewing } from '@/lib/storage/engine/lease'
import { isOutage, outageMessage } from '@/lib/storage/engine/outage'
import { recordJobRun } from '@/lib/storage/status/queues'
import type { Db, Storage } from '@/lib/storage/storage'
import { measureJob } from '@/lib/telemetry/jobs'

import type { ServiceDependencies } from './http/context'
import { hasHolderEnded, newHolder } from './process-mark'

/**
 * Successful runs are recorded at most this often, because a job that runs every two seconds would write to the disk
 * all day. A failure, and the first success after one, is recorded immediately.
 */
const RECORD_EVERY_MS = 60_000
const MAX_ERROR = 300

type RunRecord = { recordedAt: number; wasFailing: boolean; runs: number; failures: number }
/** Keyed by store, because tests run several in one process. */
const runRecords = new WeakMap<Storage, Map<string, RunRecord>>()

/** Executes one run and records its outcome. Rethrows the error of the run; a failure to record is only logged. */
async function recordRun(
  name: string,
  { storage, clock, log }: Pick<ServiceDependencies, 'storage' | 'clock' | 'log'>,
  run: () => Promise<void>,
): Promise<void> {
  const startedAt = clock()
  const began = performance.now()
  const note = async (error?: unknown) => {
    const record = runRecordOf(storage, name)
    const now = clock().getTime()
    const failed = error !== undefined
    record.runs += 1
    record.failures += failed ? 1 : 0
    if (!failed && !record.wasFailing && now - record.recordedAt < RECORD_EVERY_MS) return
    const { runs, failures } = record
    const endedAt = new Date(now).toISOString()
    await recordJobRun(storage.db, {
      name,
      started_at: startedAt.toISOString(),
      duration_ms: Math.round(performance.now() - began),
      succeeded_at: failed ? null : endedAt,
      failed_at: failed ? endedAt : null,
      error: failed ? lineOf(error) : null,
      runs,
      failures,
    })
    Object.assign(record, {
      recordedAt: now,
      wasFailing: failed,
      runs: record.runs - runs,
      failures: record.failures - failures,
    })
  }
  const noteSafely = async (error?: unknown) => {
    try {
      await note(error)
    } catch (problem) {
      // In an outage the error of the run itself is logged; a second message adds nothing.
      if (!isOutage(problem)) log.warn({ job: name, reason: lineOf(problem) }, 'a run of a job was not recorded')
    }
  }
  try {
    await run()
  } catch (error) {
    await noteSafely(error)
    throw error
  }
  await noteSafely()
}

function runRecordOf(storage: Storage, name: string): RunRecord {
  const ofStore = runRecords.get(storage) ?? new Map<string, RunRecord>()
  runRecords.set(storage, ofStore)
  const record = ofStore.get(name) ?? { recordedAt: Number.NEGATIVE_INFINITY, wasFailing: false, runs: 0, failures: 0 }
  ofStore.set(name, record)
  return record
}

function lineOf(error: unknown): string {
  const message = error instanceof Error ? error.message || error.name : String(error)
  return maskPesels(message.split('\n')[0] ?? message).slice(0, MAX_ERROR)
}

type RunnerDependencies = Pick<ServiceDependencies, 'storage' | 'clock' | 'log'>

/**
 * A job that runs every `everyMs`, in one process at a time. `run` must be safe to repeat from the beginning; a long
 * run stops when `stopping` is aborted.
 */
export type ServiceJob<D extends RunnerDependencies = ServiceDependencies> = {
  readonly name: string
  readonly everyMs: number
  /**
   * How long a claim survives a process whose end others cannot detect; one minute by default. Use a shorter time only
   * if two parallel runs do no harm.
   */
  readonly leaseMs?: number
  run(dependencies: D, stopping?: AbortSignal): Promise<void>
}
export type RunningJobs = {
  stop(): Promise<void>
  /**
   * Names of jobs whose run has lasted an hour, or whose next run is an hour overdue: their loop hangs or has ended.
   */
  stalled(): readonly string[]
}

/** Duration of a run, or delay of the next one. No single run is designed to take this long. */
const STALLED_MS = 3_600_000

/** How long a claim survives its process; a running job renews it well before that. */
const LEASE_MS = 60_000

type Worker<D extends RunnerDependencies> = {
  readonly holder: string
  readonly dependencies: D
  readonly stopping?: AbortSignal
}

/**
 * Runs each job immediately and then every `everyMs`, in whichever process claims it first. A job never overlaps
 * itself; an error is logged and the job runs again at the next interval. `stop()` waits for running jobs and releases
 * the claims.
 */
export function startJobs<D extends RunnerDependencies>(jobs: readonly ServiceJob<D>[], dependencies: D): RunningJobs {
  const stopping = new AbortController()
  const worker: Worker<D> = { holder: newHolder(), dependencies, stopping: stopping.signal }
  const loops = jobs.map((job) => startLoop(job, worker))
  return {
    stalled: () => loops.filter((loop) => loop.isStalled()).map(({ name }) => name),
    stop: async () => {
      stopping.abort()
      await Promise.all(loops.map((loop) => loop.stop()))
      await releaseJobs(dependencies.storage.db, worker.holder).catch((error: unknown) =>
        dependencies.log.warn({ err: error }, 'job claims were not released; they expire automatically'),
      )
    },
  }
}

type Loop = { readonly name: string; isStalled(): boolean; stop(): Promise<void> }

function startLoop<D extends RunnerDependencies>(job: ServiceJob<D>, worker: Worker<D>): Loop {
  let stopped = false
  /**
   * Start of the run, or time at which the next one is due; a monotonic clock, which the system time does not affect.
   */
  let since = performance.now()
  let timer: NodeJS.Timeout | undefined
  let currentRun: Promise<unknown> = Promise.resolve()
  const next = () => {
    since = performance.now()
    currentRun = runOnce(job, worker).then((wasRun) => {
      // The process with the claim may be dead: then retry when its lease ends, not after a whole interval.
      const pauseMs = wasRun ? job.everyMs : Math.min(job.everyMs, LEASE_MS)
      since = performance.now() + pauseMs
      if (!stopped) timer = setTimeout(next, pauseMs)
      timer?.unref()
      return undefined
    })
  }
  next()
  return {
    name: job.name,
    isStalled: () => !stopped && performance.now() - since > STALLED_MS,
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await currentRun
    },
  }
}

/** One run. Returns true if this process had the claim and the job succeeded. Never rejects. */
export async function runOnce<D extends RunnerDependencies>(
  job: ServiceJob<D>,
  { holder, dependencies, stopping }: Worker<D>,
): Promise<boolean> {
  const { clock, log, storage } = dependencies
  const until = (ms: number) => new Date(clock().getTime() + ms).toISOString()
  const leaseMs = job.leaseMs ?? LEASE_MS
  const claim = () => ({ name: job.name, holder, now: clock().toISOString(), until: until(leaseMs) })
  try {
    if (!(await claimOrTakeOver(storage.db, claim()))) return false
    await whileRenewing(
      () => claimJob(storage.db, claim()),
      leaseMs / 3,
      () => recordRun(job.name, dependencies, () => measureJob(job.name, () => job.run(dependencies, stopping))),
    )
    // The claim is held until shortly before the next run, so that several processes together keep the interval of one.
    await extendJobClaim(storage.db, { name: job.name, holder, until: until(job.everyMs * 0.9) })
    return true
  } catch (error) {
    // In an outage every job fails every few seconds, so the stack is not logged.
    if (isOutage(error))
      log.warn(
        { job: job.name, reason: outageMessage(error) },
        'job postponed; a service that it needs does not answer',
      )
    else log.error({ err: error, job: job.name }, 'job failed; it will be retried')
    return false
  }
}

/** Releases claims of a process that is known to be dead. */
async function claimOrTakeOver(db: Db, claim: Parameters<typeof claimJob>[1]): Promise<boolean> {
  if (await claimJob(db, claim)) return true
  const other = await jobHolder(db, claim.name)
  if (other === undefined || !hasHolderEnded(other)) return false
  await releaseJobs(db, other)
  return claimJob(db, claim)
}
