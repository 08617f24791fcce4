import * as z from 'zod'

import { tag } from '@/lib/contract/monitors'
import { BULK_MAX_BODY_BYTES } from '@/lib/contract/operation'
import { type PanelOperation, forWriters } from '@/lib/contract/panel-operation'
import { byId, count, fileOf, givenId, instant, uuid, wholeNumber } from '@/lib/contract/values'

/** Monitors per operation; the largest plan has fewer. */
const MAX_IDS = 50_000
/** Tags that one operation may add, and that it may remove. */
const MAX_CHANGED_TAGS = 100
export const MAX_LISTED = 100

const id = givenId
const change = {
  ids: z.array(id).min(1).max(MAX_IDS),
  add: z.array(tag).max(MAX_CHANGED_TAGS).default([]),
  remove: z.array(tag).max(MAX_CHANGED_TAGS).default([]),
}
const namesTags = (body: { add: readonly string[]; remove: readonly string[] }) =>
  body.add.length + body.remove.length > 0

const namedMonitor = z.object({ id: uuid, name: z.string().nullable() })

/** Effect of a change on the current monitors. */
const planCounts = {
  selected: count,
  changing: count,
  same: count,
  /** Monitors that would have more than ten tags. */
  refused: count,
  /** Monitors deleted since the selection. */
  missing: count,
}

export const bulkTagPlan = z.object({
  ...planCounts,
  refused_monitors: z.array(namedMonitor),
  /** Number of monitors for each set of tags, from which the browser can preview other changes without a request. */
  sets: z.array(z.object({ tags: z.array(z.string()), monitors: count })),
})
export type BulkTagPlan = z.infer<typeof bulkTagPlan>

export const chunkStates = ['waiting', 'done', 'failed'] as const
/** `partial`: all chunks were processed, but some failed. `interrupted`: no browser or job is processing it. */
export const bulkTagStates = ['running', 'interrupted', 'partial', 'cancelled', 'done', 'undone', 'expired'] as const

export const bulkTagJob = z.object({
  id: uuid,
  /** `undo` reverts the job `undo_of`; `delete` deletes the monitors. */
  kind: z.enum(['change', 'undo', 'delete']),
  undo_of: uuid.nullable(),
  actor: z.string(),
  created_at: instant,
  finished_at: instant.nullable(),
  state: z.enum(bulkTagStates),
  add: z.array(z.string()),
  remove: z.array(z.string()),
  ...planCounts,
  /** Monitors in finished and in failed chunks. */
  done: count,
  failed: count,
  /** Monitors changed according to the service. */
  updated: count,
  /** Monitors with a change that can be undone. */
  changed: count,
  /** Deadline of the undo; null if the job cannot be undone now. */
  undo_until: instant.nullable(),
})
export type BulkTagJob = z.infer<typeof bulkTagJob>

export const bulkTagChunk = z.object({ number: count, state: z.enum(chunkStates), monitors: count })
const withChunks = z.object({ job: bulkTagJob, chunks: z.array(bulkTagChunk) })
export type BulkTagRun = z.infer<typeof withChunks>

export const bulkTagOperations = {
  'bulkTags.plan': {
    ...forWriters.ask,
    path: '/panel/bulk-tags/plan',
    summary: 'Dry run: what a change of tags would do to these monitors now',
    maxBodyBytes: BULK_MAX_BODY_BYTES,
    body: z.object(change),
    response: bulkTagPlan,
  },
  'bulkTags.list': {
    ...forWriters.get,
    path: '/panel/bulk-tags',
    summary: 'Changes of tags, newest first, with their results',
    response: z.object({ items: z.array(bulkTagJob) }),
  },
  'bulkTags.get': {
    ...forWriters.get,
    path: '/panel/bulk-tags/{id}',
    summary: 'One change of tags with its chunks',
    params: byId,
    response: withChunks,
  },
  'bulkTags.start': {
    ...forWriters.post,
    path: '/panel/bulk-tags',
    summary:
      'Begin a change of tags under an id of the caller; 409 `plan_changed` when it would not change `expected` monitors',
    invalidates: [],
    status: 201,
    maxBodyBytes: BULK_MAX_BODY_BYTES,
    body: z
      .object({ ...change, id: uuid, expected: count })
      .refine(namesTags, { message: 'add or remove must name at least one tag', path: ['add'] }),
    response: withChunks,
  },
  'bulkTags.run': {
    ...forWriters.post,
    path: '/panel/bulk-tags/{id}/chunks/{number}',
    summary: 'Run one chunk; a completed one is unchanged',
    invalidates: [],
    params: z.object({ id: uuid, number: wholeNumber(0, MAX_IDS) }),
    response: z.object({ job: bulkTagJob, chunk: bulkTagChunk }),
  },
  'bulkTags.delete': {
    ...forWriters.post,
    path: '/panel/bulk-tags/deletions',
    summary: 'Begin to delete monitors under an id of the caller; the panel continues by itself',
    status: 201,
    maxBodyBytes: BULK_MAX_BODY_BYTES,
    body: z.object({ id: uuid, ids: change.ids }),
    response: withChunks,
  },
  'bulkTags.resume': {
    ...forWriters.post,
    path: '/panel/bulk-tags/{id}/resume',
    summary: 'Retry the failed monitors',
    params: byId,
    response: withChunks,
  },
  'bulkTags.record': {
    ...forWriters.get,
    path: '/panel/bulk-tags/{id}/record',
    summary: 'The monitors that a deletion deleted, as CSV for a Polish spreadsheet',
    ...fileOf('text/csv'),
    params: byId,
  },
  'bulkTags.cancel': {
    ...forWriters.post,
    path: '/panel/bulk-tags/{id}/cancel',
    summary: 'Run no further chunk',
    params: byId,
    response: z.object({ job: bulkTagJob }),
  },
  'bulkTags.planUndo': {
    ...forWriters.get,
    path: '/panel/bulk-tags/{id}/undo',
    summary: 'Dry run of the undo, with the tags as they are now',
    params: byId,
    response: z.object({
      changed: count,
      restoring: count,
      /** Monitors reverted by somebody else. */
      settled: count,
      refused: count,
      refused_monitors: z.array(namedMonitor),
      missing: count,
    }),
  },
  'bulkTags.undo': {
    ...forWriters.post,
    path: '/panel/bulk-tags/{id}/undo',
    summary: 'Begin or continue the undo; its chunks are run like those of any change',
    params: byId,
    response: withChunks,
  },
} as const satisfies Record<string, PanelOperation>
