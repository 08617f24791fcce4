import { chunksOf } from '@/lib/domain/collections/chunks'
import { tableCsv } from '@/lib/domain/files/table-csv'
import { type TagChange, tidyTags } from '@/lib/domain/tags/tags'
import { recordChange } from '@/lib/features/audit/audit'
import { HttpError } from '@/lib/http/errors'
import type { PanelContext, PanelHandler, PanelHandlersOf } from '@/lib/panel/context'
import { inAccounts } from '@/lib/storage/engine/account-lock'

import { parseDeleted } from './bulk-delete'
import { LISTED_MS, requireJob, toJob } from './bulk-tag-job'
import { type FoundMonitor, readSelectedMonitors, type TagSelection } from './bulk-tag-read'
import { runChunk } from './bulk-tag-run'
import { beginUndo, planBulkTagUndo } from './bulk-tag-undo'
import { type BulkTagPlan, type BulkTagRun, MAX_LISTED } from './contract'
import { planTagChange, type TagPlan } from './domain/tag-change'
import { endRun } from './run-context'
import {
  findJob,
  insertJob,
  listChunkStates,
  listJobs,
  type NewChunk,
  reopenChunks,
  listSteps,
} from './statements/bulk-tags'

const exportDeletions: PanelHandler<'bulkTags.record'> = async ({ params }, context) => {
  const row = await requireJob(context, params.id)
  if (row.kind !== 'delete') throw new HttpError('not_found', 'This run deleted nothing')
  const steps = await listSteps(context.storage.db, row.id)
  const rows = steps
    .filter(({ state }) => state === 'done')
    .flatMap(({ differences, sent_at: at }) =>
      parseDeleted(differences).map((monitor) => [
        monitor.id,
        monitor.identifier_type ?? '',
        monitor.identifier_value ?? '',
        monitor.filter_id ?? '',
        monitor.subject_name ?? '',
        monitor.label ?? '',
        monitor.tags.join(', '),
        at ?? row.created_at,
        row.actor,
      ]),
    )
  const names = ['monitor', 'rodzaj', 'identyfikator', 'filtr', 'nazwa', 'etykieta', 'tagi', 'usunieto', 'kto']
  const columns = names.map((name) => ({
    name,
    kind: name === 'usunieto' ? ('moment' as const) : ('text' as const),
    width: 20,
  }))
  const headers = {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="usuniete-monitory-${row.created_at.slice(0, 10)}.csv"`,
  }
  return new Response(tableCsv({ name: 'usuniete', columns, rows }), { headers })
}

/** Small enough for visible progress and a quick cancel. */
const CHUNK = 1000
const MAX_JOBS = 200

type DryRunInput = {
  readonly ids: readonly string[]
  readonly add: readonly string[]
  readonly remove: readonly string[]
}
type DryRun = { readonly selection: TagSelection; readonly plan: TagPlan<FoundMonitor>; readonly counts: Counts }
type Counts = Pick<BulkTagPlan, 'selected' | 'changing' | 'same' | 'refused' | 'missing'>

async function dryRun({ callService }: PanelContext, { ids, add, remove }: DryRunInput): Promise<DryRun> {
  const selected = new Set(ids).size
  const selection = await readSelectedMonitors(callService, ids)
  const plan = planTagChange(selection.monitors, { add, remove })
  const { changing, same, refused } = plan
  const missing = selected - selection.monitors.length
  return {
    selection,
    plan,
    counts: { selected, changing: changing.length, same, refused: refused.length, missing },
  }
}

const plan: PanelHandler<'bulkTags.plan'> = async ({ body }, context) => {
  const { selection, plan: tagPlan, counts } = await dryRun(context, body)
  return {
    ...counts,
    refused_monitors: tagPlan.refused.slice(0, MAX_LISTED).map(({ id, name }) => ({ id, name })),
    sets: setsOf(selection.monitors),
  }
}

function setsOf(monitors: readonly FoundMonitor[]): BulkTagPlan['sets'] {
  const sets = new Map<string, { tags: string[]; monitors: number }>()
  for (const { tags } of monitors) {
    const sorted = tags.toSorted()
    const key = JSON.stringify(sorted)
    const set = sets.get(key) ?? { tags: sorted, monitors: 0 }
    set.monitors += 1
    sets.set(key, set)
  }
  return [...sets.values()]
}

/** Splits monitors in list order, with the pages that each chunk spans. */
function toChunks({ monitors }: { monitors: readonly FoundMonitor[] }, cursors: TagSelection['cursors']): NewChunk[] {
  return chunksOf(monitors, CHUNK).map((chunk, number) => {
    const [first, last] = [chunk[0]?.page ?? -1, chunk.at(-1)?.page ?? -1]
    return {
      number,
      ids: JSON.stringify(chunk.map(({ id }) => id)),
      cursor: cursors[first] ?? null,
      pages: first === -1 ? 0 : last - first + 1,
      monitors: chunk.length,
    }
  })
}

const start: PanelHandler<'bulkTags.start'> = async ({ body }, context) => {
  const { storage, account, now, user } = context
  // The browser repeats the call if the answer to the first one was lost.
  if (await findJob(storage.db, account.id, body.id)) return withChunks(context, body.id)
  const change = effectiveChange(body)
  const { selection, plan: tagPlan, counts } = await dryRun(context, { ...body, ...change })
  if (counts.changing !== body.expected) {
    throw new HttpError('plan_changed', 'The monitors have changed since the dry run', { extra: counts })
  }
  if (counts.changing === 0) throw new HttpError('invalid', 'None of the monitors would change')
  const at = now.toISOString()
  const job = {
    id: body.id,
    account_id: account.id,
    actor: user.email,
    user_id: user.id,
    kind: 'change' as const,
    state: 'running' as const,
    undo_of: null,
    add_tags: JSON.stringify(change.add),
    remove_tags: JSON.stringify(change.remove),
    ...counts,
    created_at: at,
    touched_at: at,
    finished_at: null,
  }
  await inAccounts(storage, [account.id], async (db) => {
    const isCreated = await insertJob(db, job, toChunks({ monitors: tagPlan.changing }, selection.cursors))
    const after = { ...change, ...counts }
    if (isCreated) await recordChange(db, context, { action: 'bulkTags.start', target: body.id, after })
  })
  return withChunks(context, body.id)
}

/** The lists as the service interprets them (decision 6, bulk tagging): normalised, and added tags are not removed. */
function effectiveChange({ add, remove }: Required<TagChange>) {
  const added = tidyTags(add)
  return { add: added, remove: tidyTags(remove).filter((tag) => !added.includes(tag)) }
}

async function withChunks(context: PanelContext, id: string): Promise<BulkTagRun> {
  const row = await requireJob(context, id)
  return { job: toJob(row, context.now), chunks: await listChunkStates(context.storage.db, id) }
}

/** Small enough for a quick cancel: the service deletes one monitor per call. */
const DELETE_CHUNK = 100

const startDeletion: PanelHandler<'bulkTags.delete'> = async ({ body }, context) => {
  const { storage, account, now, user } = context
  const ids = [...new Set(body.ids)]
  const at = now.toISOString()
  const zeroCounts = { same: 0, refused: 0, missing: 0 }
  const unusedColumns = { ...zeroCounts, add_tags: '[]', remove_tags: '[]', undo_of: null, finished_at: null }
  const initiator = { account_id: account.id, actor: user.email, user_id: user.id }
  const counts = { selected: ids.length, changing: ids.length }
  const state = { kind: 'delete', state: 'running', created_at: at, touched_at: at } as const
  const chunks = chunksOf(ids, DELETE_CHUNK).map((chunk, number) => ({
    number,
    ids: JSON.stringify(chunk),
    cursor: null,
    pages: 0,
    monitors: chunk.length,
  }))
  await inAccounts(storage, [account.id], async (db) => {
    const isCreated = await insertJob(db, { id: body.id, ...unusedColumns, ...initiator, ...counts, ...state }, chunks)
    if (isCreated) await recordChange(db, context, { action: 'bulkTags.delete', target: body.id, after: counts })
  })
  return withChunks(context, body.id)
}

/** Reopens failed chunks, so that the job processes them again. */
const resume: PanelHandler<'bulkTags.resume'> = async ({ params }, context) => {
  const row = await requireJob(context, params.id)
  if (row.state !== 'running') throw new HttpError('conflict', 'This run has ended')
  await reopenChunks(context.storage.db, row.id)
  return withChunks(context, row.id)
}

const cancel: PanelHandler<'bulkTags.cancel'> = async ({ params }, context) => {
  const row = await requireJob(context, params.id)
  await endRun(context, row.id, { state: 'cancelled', after: { planned: row.changing, changed: row.changed } })
  return { job: toJob(await requireJob(context, params.id), context.now) }
}

export const bulkTagHandlers: PanelHandlersOf<'bulkTags'> = {
  'bulkTags.plan': plan,
  'bulkTags.start': start,
  'bulkTags.cancel': cancel,
  'bulkTags.list': async (_input, { storage, account, now }) => {
    const since = new Date(now.getTime() - LISTED_MS).toISOString()
    const rows = await listJobs(storage.db, account.id, { since, limit: MAX_JOBS })
    return { items: rows.map((row) => toJob(row, now)) }
  },
  'bulkTags.get': ({ params }, context) => withChunks(context, params.id),
  'bulkTags.delete': startDeletion,
  'bulkTags.resume': resume,
  'bulkTags.record': exportDeletions,
  'bulkTags.run': ({ params }, context) => runChunk(context, params),
  'bulkTags.planUndo': ({ params }, context) => planBulkTagUndo(context, params.id),
  'bulkTags.undo': async ({ params }, context) => withChunks(context, await beginUndo(context, params.id)),
}
