import { metrics } from './metrics'
import { inSpan } from './spans'

/** Executes one run of a periodic job as a separate trace, and counts it. Rethrows the error of the run. */
export async function measureJob<T>(job: string, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  const recordOutcome = (outcome: 'succeeded' | 'failed') => {
    metrics()?.count('registers_job_runs_total', { job_name: job, outcome })
    metrics()?.observe('registers_job_duration_seconds', { job_name: job }, (performance.now() - startedAt) / 1000)
  }
  const scope = { job, requestId: undefined }
  try {
    const result = await inSpan({ name: `job ${job}`, kind: 'internal', scope }, work)
    recordOutcome('succeeded')
    return result
  } catch (error) {
    recordOutcome('failed')
    throw error
  }
}
