import type { JobRunTable } from '@/lib/storage/tables'

export type JobDefinition = { readonly name: string; readonly everyMs: number }
export type JobState = JobDefinition & {
  /** Undefined for a job that has never run. */
  readonly run: JobRunTable | undefined
  /** Seconds since the next success was due, beyond the tolerance; 0 while the job is on time. */
  readonly lagS: number
}

/** A minute because runs are recorded at most once a minute, and a minute for the claim of a stopped process to expire. */
const LAG_TOLERANCE_MS = 120_000

/**
 * Every job of this process, in the order of its list. Time before `since`, the start of the process, does not count as
 * lag.
 */
export function jobStates(
  jobs: readonly JobDefinition[],
  runs: readonly JobRunTable[],
  { now, since }: { readonly now: Date; readonly since: Date },
): JobState[] {
  return jobs.map(({ name, everyMs }) => {
    const run = runs.find((each) => each.name === name)
    const last = Math.max(since.getTime(), Date.parse(run?.succeeded_at ?? since.toISOString()))
    const lateMs = now.getTime() - last - everyMs - LAG_TOLERANCE_MS
    return { name, everyMs, run, lagS: Math.max(0, Math.round(lateMs / 1000)) }
  })
}
