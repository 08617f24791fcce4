import { isApiError } from '@/lib/domain/api-error'
import type { PanelOutput } from '@/lib/features/contract'
import { HttpError } from '@/lib/http/errors'

import { runDeletion } from './bulk-delete'
import { isExpired, requireJob, parseDifferences, toJob, parseTags } from './bulk-tag-job'
import { rereadTags } from './bulk-tag-read'
import { diffTags, remainingDifferences, changedIds, planUndo, type TagDifference } from './domain/tag-change'
import { runExclusively, type RunContext, endRun } from './run-context'
import {
  type BulkTagJobRow,
  deleteStep,
  findChunk,
  insertStep,
  listSteps,
  updateChunk,
  updateJob,
} from './statements/bulk-tags'
import type { BulkTagChunkTable, BulkTagStepTable } from './tables'
import { finishCall } from './tag-history'

type ChunkKey = { readonly id: string; readonly number: number }
type Tags = ReadonlyMap<string, readonly string[]>
type Call = {
  readonly add: readonly string[]
  readonly remove: readonly string[]
  readonly differences: TagDifference[]
}
type Work = { readonly context: RunContext; readonly job: BulkTagJobRow; readonly chunk: BulkTagChunkTable }

/** Runs one chunk. A finished chunk is left unchanged, so repeated calls have no effect. */
export function runChunk(context: RunContext, key: ChunkKey): Promise<PanelOutput<'bulkTags.run'>> {
  return runExclusively(context, async () => {
    const job = await requireJob(context, key.id)
    const chunk = await findChunk(context.storage.db, key.id, key.number)
    if (!chunk) throw new HttpError('not_found', 'No such chunk')
    if (chunk.state !== 'done') await runOpenChunk({ context, job, chunk })
    return outcomeOf(context, key)
  })
}

async function outcomeOf(context: RunContext, { id, number }: ChunkKey): Promise<PanelOutput<'bulkTags.run'>> {
  const row = await requireJob(context, id)
  const chunk = await findChunk(context.storage.db, id, number)
  const { state = 'waiting', monitors = 0 } = chunk ?? {}
  return { job: toJob(row, context.now), chunk: { number, state, monitors } }
}

async function runOpenChunk(work: Work): Promise<void> {
  const { context, job, chunk } = work
  const { db } = context.storage
  if (job.state !== 'running') throw new HttpError('conflict', 'This run was cancelled')
  if (isExpired(job, context.now)) throw new HttpError('gone', 'This change of tags is too old to continue')
  const key = { jobId: job.id, number: chunk.number }
  try {
    if (job.kind === 'delete') await runDeletion(work)
    else await runCalls(work)
    await updateChunk(db, key, { state: 'done', ...(await sumsOf(work)) })
  } catch (error) {
    const state = context.isRepeated === true && isTemporary(error) ? 'waiting' : 'failed'
    await updateChunk(db, key, { state, ...(await sumsOf(work)) })
    throw error
  } finally {
    await updateJob(db, job.id, { touched_at: context.now.toISOString() })
  }
  await finishJob(context, job.id)
}

async function sumsOf({ context, job, chunk }: Work) {
  const steps = await listSteps(context.storage.db, job.id, chunk.number)
  const finishedSteps = steps.filter(({ state }) => state === 'done')
  const sum = finishedSteps.reduce((total, { updated }) => total + updated, 0)
  if (job.kind === 'delete') return { changed: sum, updated: sum }
  const changed = changedIds(finishedSteps.flatMap(({ differences }) => parseDifferences(differences))).size
  return { changed, updated: sum }
}

/** Tags are read immediately before the change, so that the undo restores what the change found. */
async function runCalls(work: Work): Promise<void> {
  const { context, job, chunk } = work
  const steps = await listSteps(context.storage.db, job.id, chunk.number)
  const currentTags = await readCurrentTags(work)
  for (const step of steps) if (step.state === 'sent') await settle(context, { job, step }, currentTags)
  const calls = job.kind === 'undo' ? await undoCalls(work, currentTags) : changeCalls(work, currentTags)
  const next = 1 + Math.max(-1, ...steps.map(({ number }) => number))
  for (const [at, call] of calls.entries()) await send(work, call, next + at)
}

const readCurrentTags = ({ context, chunk }: Work): Promise<Tags> =>
  rereadTags(context.callService, { ids: parseTags(chunk.ids), range: chunk })

/**
 * Resolves a call whose answer was lost: planned changes that are in place now count as its work, the others are sent
 * again.
 */
async function settle(
  context: RunContext,
  { job, step }: { job: BulkTagJobRow; step: BulkTagStepTable },
  currentTags: Tags,
): Promise<void> {
  const remaining = remainingDifferences(parseDifferences(step.differences), currentTags)
  await finishCall(context, { job, step, differences: remaining, updated: changedIds(remaining).size })
}

function changeCalls({ job, chunk }: Work, currentTags: Tags): Call[] {
  const change = { add: parseTags(job.add_tags), remove: parseTags(job.remove_tags) }
  const monitors = parseTags(chunk.ids).flatMap((id) => {
    const tags = currentTags.get(id)
    return tags === undefined ? [] : [{ id, tags }]
  })
  const differences = diffTags(monitors, change)
  return differences.length === 0 ? [] : [{ ...change, differences }]
}

async function undoCalls({ context, job, chunk }: Work, currentTags: Tags): Promise<Call[]> {
  const original = await requireJob(context, job.undo_of ?? '')
  const steps = await listSteps(context.storage.db, original.id, chunk.number)
  for (const step of steps) if (step.state === 'sent') await settle(context, { job: original, step }, currentTags)
  const settledSteps = await listSteps(context.storage.db, original.id, chunk.number)
  const { steps: undoSteps } = planUndo(
    settledSteps.flatMap(({ differences }) => parseDifferences(differences)),
    currentTags,
  )
  return undoSteps.map((step) => ({ add: step.added, remove: step.removed, differences: [step] }))
}

async function send(work: Work, { add, remove, differences }: Call, number: number): Promise<void> {
  const { context, job, chunk } = work
  const { db } = context.storage
  const key = { job_id: job.id, chunk: chunk.number, number }
  const intent = { differences: JSON.stringify(differences), updated: 0, sent_at: context.now.toISOString() }
  await insertStep(db, { ...key, ...intent, state: 'sent' })
  const ids = [...changedIds(differences)]
  const updated = await callBulkTag(context, { ids, add: [...add], remove: [...remove] }).catch(
    async (error: unknown) => {
      if (isRefused(error)) await deleteStep(db, key)
      throw error
    },
  )
  const applied = updated === ids.length ? differences : remainingDifferences(differences, await readCurrentTags(work))
  await finishCall(context, { job, step: key, differences: applied, updated: updated ?? changedIds(applied).size })
}

/** Undefined if a remote service does not report the number. */
async function callBulkTag(context: RunContext, body: { ids: string[]; add: string[]; remove: string[] }) {
  const answer = await context.callService('monitors.bulkTag', { body })
  return answer.updated
}

/** Temporary errors: a rate limit, an outage or a lost answer. */
export const isTemporary = (error: unknown): boolean =>
  isApiError(error) && (error.kind !== 'status' || error.status === 429 || error.status >= 500)

/** A refusal proves that nothing changed; after other errors the outcome is unknown. */
const isRefused = (error: unknown): boolean =>
  isApiError(error) && error.kind === 'status' && error.status >= 400 && error.status < 500

async function finishJob(context: RunContext, id: string): Promise<void> {
  const row = await requireJob(context, id)
  if (row.waiting + row.failed > 0 || row.state !== 'running') return
  const after = { kind: row.kind, planned: row.changing, updated: row.updated, changed: row.changed }
  await endRun(context, id, { state: 'done', after })
}
