import type { JobRunTable } from '@/lib/storage/tables'

/** A job that this version runs. */
export type KnownJob = { readonly name: string; readonly everyMs: number }
export type JobState = KnownJob & {
  /** Undefined for one that has never run. */
  readonly run: JobRunTable | undefined
  /** Seconds by which its last success is older than its interval and the minute that a record may be behind; 0 while it is in time. */
  readonly lagS: number
}

/** A turn is recorded once a minute at most; a job that another process held when it stopped waits for its claim as long. */
const RECORDED_WITHIN_MS = 120_000

/** Every job that is run here, in the order of its list. What was not done before `since`, the start of the process, does not count. */
export function jobStates(
  jobs: readonly KnownJob[],
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
