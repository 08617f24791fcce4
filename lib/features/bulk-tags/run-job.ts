import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'

import { groupBy } from '@/lib/domain/collections/group-by'
import { panelOperationOf } from '@/lib/features/contract'
import { listReaders } from '@/lib/features/rules/statements/rules'
import { forEachAccount } from '@/lib/panel/each-account'
import type { PanelJob, PanelJobDependencies } from '@/lib/panel/job'

import { ago, INTERRUPTED_MS } from './bulk-tag-job'
import { isTemporary, runChunk } from './bulk-tag-run'
import { type RunContext, endRun } from './run-context'
import { listRunnable, nextWaiting, type RunnableJob } from './statements/bulk-tags'

/** Time limit of one account per run. */
const RUN_LIMIT_MS = 30_000
/** Pause between two chunks of an account, which leaves the service to other callers. */
const PAUSE_MS = 100

export const bulkTagsJob: PanelJob = {
  name: 'bulk-tags',
  everyMs: 2_000,
  run: async (dependencies, stopping) => {
    const { storage, clock } = dependencies
    const runnable = await listRunnable(storage.db, ago(clock(), INTERRUPTED_MS))
    await forEachAccount(
      groupBy(runnable, ({ account_id: id }) => id),
      ([, jobs]) => runJobs(dependencies, jobs, stopping),
      {
        ...dependencies,
        stopping,
        job: bulkTagsJob.name,
        accountOf: ([id]) => id,
        failureMessage: 'a bulk change of monitors was interrupted; the next run retries',
      },
    )
  },
}

/** Runs one chunk of each job in rotation, so that a long job does not block the others. */
async function runJobs(dependencies: PanelJobDependencies, runnable: readonly RunnableJob[], stopping?: AbortSignal) {
  const startedAt = performance.now()
  for (let jobs = runnable; jobs.length > 0 && performance.now() - startedAt < RUN_LIMIT_MS;) {
    const unfinished: RunnableJob[] = []
    for (const job of jobs) {
      if (stopping?.aborted === true) return
      if (await runNextChunk(dependencies, job)) unfinished.push(job)
    }
    jobs = unfinished
    if (jobs.length > 0) await setTimeout(PAUSE_MS)
  }
}

/** Runs one chunk. False if the job has ended or cannot continue now. */
async function runNextChunk(dependencies: PanelJobDependencies, job: RunnableJob): Promise<boolean> {
  const { storage, clock, log } = dependencies
  const { id, account_id: accountId, user_id: userId, slug, sealed_api_key } = job
  const member = (await listReaders(storage.db, accountId)).find((each) => each.user_id === userId)
  const user = { id: userId, email: job.actor, role: member?.role ?? ('viewer' as const) }
  const context: RunContext = {
    storage,
    now: clock(),
    callService: dependencies.callFor({ id: accountId, slug, sealed_api_key }),
    user,
    account: { id: accountId },
    requestId: randomUUID(),
    address: null,
    isRepeated: true,
  }
  if (member === undefined || !panelOperationOf('bulkTags.run').roles.includes(member.role)) {
    return cancelForRole(context, job)
  }
  const number = await nextWaiting(storage.db, id)
  if (number === undefined) return false
  try {
    const { job: current } = await runChunk(context, { id, number })
    return current.state === 'running'
  } catch (error) {
    // Temporary errors are not logged, because the chunk is retried soon.
    if (!isTemporary(error))
      log.warn({ err: error, account: slug, run: id }, 'a part of a bulk change of monitors failed')
    return !isTemporary(error)
  }
}

/** Cancels a job whose user has lost the right to run it. */
async function cancelForRole(context: RunContext, { id }: RunnableJob): Promise<false> {
  await endRun(context, id, { state: 'cancelled', after: { reason: 'role' } })
  return false
}
