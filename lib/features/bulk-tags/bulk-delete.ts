import { isApiError } from '@/lib/domain/api-error'
import { chunksOf } from '@/lib/domain/collections/chunks'
import { findIdentifier } from '@/lib/domain/events/event-text'
import { maskPesels } from '@/lib/domain/identifiers/identifiers'
import { recordChange } from '@/lib/features/audit/audit'
import { retryPatiently } from '@/lib/features/personal-data/watched-records'
import { inAccounts } from '@/lib/storage/engine/account-lock'

import { parseTags } from './bulk-tag-job'
import type { RunContext } from './run-context'
import { type BulkTagJobRow, finishStep, insertStep, listSteps } from './statements/bulk-tags'
import type { BulkTagChunkTable } from './tables'

const CONCURRENCY = 4

/** Record of a deleted monitor, without personal numbers. */
export type DeletedMonitor = {
  readonly id: string
  readonly identifier_type: string | null
  readonly identifier_value: string | null
  readonly filter_id: string | null
  readonly subject_name: string | null
  readonly label: string | null
  readonly tags: readonly string[]
}

/** Safe: the column is only written from such a list. */
export const parseDeleted = (json: string): DeletedMonitor[] => JSON.parse(json) as DeletedMonitor[]

type Work = { readonly context: RunContext; readonly job: BulkTagJobRow; readonly chunk: BulkTagChunkTable }

/**
 * Deletes the remaining monitors of a chunk. The plan is stored first: if a process dies in between, planned monitors
 * that are missing count as deleted by it.
 */
export async function runDeletion(work: Work): Promise<void> {
  const { context, job, chunk } = work
  const { db } = context.storage
  const steps = await listSteps(db, job.id, chunk.number)
  for (const step of steps) if (step.state === 'sent') await settle(work, step.number, parseDeleted(step.differences))
  const planned = await readMonitors(context, parseTags(chunk.ids))
  if (planned.length === 0) return
  const number = 1 + Math.max(-1, ...steps.map((step) => step.number))
  const intent = { differences: JSON.stringify(planned), updated: 0, sent_at: context.now.toISOString() }
  await insertStep(db, { job_id: job.id, chunk: chunk.number, number, state: 'sent', ...intent })
  try {
    for (const part of chunksOf(planned, CONCURRENCY)) await deletePart(context, part)
  } catch (error) {
    // If the service cannot be read now, the next run settles this step.
    await settle(work, number, planned).catch(() => undefined)
    throw error
  }
  await finish(work, number, planned)
}

/** Waits for all calls before it throws, so that no deletion is running when the result is checked. */
async function deletePart(context: RunContext, part: readonly DeletedMonitor[]): Promise<void> {
  const results = await Promise.allSettled(part.map(({ id }) => deleteOne(context, id)))
  const failed = results.find((each) => each.status === 'rejected')
  if (failed) throw failed.reason
}

/** Counts missing monitors as deleted by this run, because answers may have been lost. */
async function settle(work: Work, number: number, planned: readonly DeletedMonitor[]): Promise<void> {
  const ids = planned.map(({ id }) => id)
  const remainingIds = new Set((await readMonitors(work.context, ids)).map(({ id }) => id))
  await finish(
    work,
    number,
    planned.filter(({ id }) => !remainingIds.has(id)),
  )
}

/** The record and the audit entries are written in one transaction. */
function finish({ context, job, chunk }: Work, number: number, deleted: readonly DeletedMonitor[]): Promise<void> {
  const { storage } = context
  return inAccounts(storage, [context.account.id], async (db) => {
    const key = { job_id: job.id, chunk: chunk.number, number }
    const finished = await finishStep(db, key, { differences: JSON.stringify(deleted), updated: deleted.length })
    if (!finished) return
    for (const { id: target, ...before } of deleted) {
      await recordChange(db, context, { action: 'monitors.delete', target, before })
    }
  })
}

const isMissing = (error: unknown): boolean => isApiError(error) && [404, 410, 422].includes(error.status)

/** A monitor that was deleted by somebody else counts as deleted too. */
async function deleteOne({ callService }: RunContext, id: string): Promise<void> {
  try {
    await retryPatiently(() => callService('monitors.delete', { params: { id } }))
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}

async function readMonitors({ callService }: RunContext, ids: readonly string[]): Promise<DeletedMonitor[]> {
  const found: DeletedMonitor[] = []
  for (const part of chunksOf(ids, CONCURRENCY)) {
    const reads = part.map(async (id) => {
      try {
        return [toRecord(id, await retryPatiently(() => callService('monitors.get', { params: { id } })))]
      } catch (error) {
        if (isMissing(error)) return []
        throw error
      }
    })
    found.push(...(await Promise.all(reads)).flat())
  }
  return found
}

function toRecord(
  id: string,
  monitor: { [K in keyof DeletedMonitor]?: DeletedMonitor[K] | null | undefined },
): DeletedMonitor {
  const { identifier_type: type = null, identifier_value: value } = monitor
  const maskIfAny = (text: string | null | undefined): string | null => (text ? maskPesels(text) : null)
  return {
    id,
    identifier_type: type,
    identifier_value: findIdentifier({ identifier_type: type, identifier_value: value })?.value ?? null,
    filter_id: monitor.filter_id ?? null,
    subject_name: maskIfAny(monitor.subject_name),
    label: maskIfAny(monitor.label),
    tags: (monitor.tags ?? []).map(maskPesels),
  }
}
