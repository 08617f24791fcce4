import type { JobRunTable } from '@/lib/storage/tables'

export type JobDefinition = { readonly name: string; readonly everyMs: number }
export type JobState = JobDefinition & {
  /** Undefined for a job that has never run. */
  readonly run: JobRunTable | undefined
  /** Seconds by which its last success is older than its interval plus the recording delay; 0 while it is on time. */
  readonly lagS: number
}

/**
 * A run is recorded once a minute at most, and a job claimed by a stopped process waits as long for the claim to
 * expire.
 */
const RECORDED_WITHIN_MS = 120_000

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
    const lateMs = now.getTime() - last - everyMs - RECORDED_WITHIN_MS
    return { name, everyMs, run, lagS: Math.max(0, Math.round(lateMs / 1000)) }
  })
}
