import * as z from 'zod'

import { BULK_MAX_BODY_BYTES } from '@/lib/contract/operation'
import { type PanelOperation, forReaders, forWriters } from '@/lib/contract/panel-operation'
import { byId, count, fileOf, instant, limit, line, noAnswer, uuid } from '@/lib/contract/values'

export const importEffects = ['added', 'tagged', 'removed', 'untagged'] as const
/**
 * `kept`: as the import left it. Otherwise undone, or the reason why not: deleted, changed since, or a person, whose
 * number is not stored.
 */
export const importStates = ['kept', 'undone', 'gone', 'changed', 'person'] as const

/**
 * `refused`: by the panel's check of the list; `repeated`: duplicates an earlier row; `service`: the service did not
 * accept it.
 */
export const rejectionKinds = ['refused', 'repeated', 'service'] as const

const effects = z.object({ added: count, tagged: count, removed: count, untagged: count })
const yes = z.enum(['true']).optional()

export const monitorImport = z.object({
  id: uuid,
  kind: z.enum(['import', 'reconcile']),
  /** Empty for a pasted list. */
  file_name: z.string(),
  tag: z.string().nullable(),
  actor: z.string(),
  /** Submitted: new subjects, and monitored ones that lacked a tag. */
  subjects: count,
  /** Number of rows of the list, and of refused or repeated ones; null for imports made before this was recorded. */
  list_rows: count.nullable(),
  list_refused: count.nullable(),
  list_repeated: count.nullable(),
  service_refused: count,
  /** Hash of the file, hex; null for a pasted list. */
  file_sha256: z.string().nullable(),
  state: z.enum(['running', 'done', 'undoing', 'undone']),
  started_at: instant,
  finished_at: instant.nullable(),
  undone_at: instant.nullable(),
  undone_by: z.string().nullable(),
  effects,
  /** Of these, the undone ones and those that could not be undone. */
  undone: count,
  skipped: count,
  /** Of these, the ones that an undo would revert. */
  kept: effects,
  /** Removed persons whose number is not stored, so that they cannot be added again. */
  persons: count,
  /** Added monitors whose subject the service did not name. */
  unnamed: count,
})
export type ImportRecordAnswer = z.infer<typeof monitorImport>

export const importedMonitor = z.object({
  monitor_id: z.string(),
  effect: z.enum(importEffects),
  identifier_type: z.string(),
  /** For a person a mask and a hash, e.g. `44•••••••59 #3f9a2c51d0b7e684`. */
  identifier: z.string(),
  label: z.string(),
  tags: z.array(z.string()),
  state: z.enum(importStates),
  /** Row of the list. */
  line: count.nullable(),
  /** Whether the service named the subject when it was added; null if unknown, and for persons. */
  named: z.boolean().nullable(),
})

const MAX_STEP = 1000
const tags = z.array(line(64)).max(50).default([])
const touched = z.object({
  id: uuid,
  type: line(20),
  /** Absent if the page only has its mask: the panel then requests it from the service. */
  value: line(100).optional(),
  label: z.string().max(1000).default(''),
  tags,
})
const step = {
  /** New subjects of a call that created them; the panel finds the resulting monitors. */
  sent: z
    .array(z.object({ type: line(20), value: line(100), tags, line: count.optional() }))
    .max(MAX_STEP)
    .default([]),
  tagged: z.array(touched).max(MAX_STEP).default([]),
  removed: z.array(touched).max(MAX_STEP).default([]),
  untagged: z.array(touched).max(MAX_STEP).default([]),
}

const list = z.object({
  rows: count,
  refused: count,
  repeated: count,
  file_sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable(),
})
const rejection = z.object({
  /** Sequence number of the rejection within the import, which makes repeated submissions idempotent. */
  place: count,
  line: count,
  kind: z.enum(rejectionKinds),
  /** `other` if the intended kind of number is unknown. */
  type: line(20),
  identifier: z.string().max(1000),
  label: z.string().max(1000).default(''),
  /** The message shown to the importing user. */
  reason: z.string().max(500),
})

const writeRow = { ...forWriters.post, params: byId } as const

export const importOperations = {
  'imports.list': {
    ...forReaders.get,
    path: '/panel/imports',
    summary: 'Imports and reconciliations, newest first, with their results',
    query: z.object({ limit: limit(500, 100) }),
    response: z.object({ items: z.array(monitorImport) }),
  },
  'imports.get': {
    ...forReaders.get,
    path: '/panel/imports/{id}',
    summary: 'One import with its results',
    params: byId,
    response: monitorImport,
  },
  'imports.monitors': {
    ...forReaders.get,
    path: '/panel/imports/{id}/monitors',
    summary: 'The changes of an import, monitor by monitor; the next page is `after` the last monitor',
    params: byId,
    query: z.object({
      after: line(100).optional(),
      state: z.enum(importStates).optional(),
      unnamed: yes,
      /** Sorts by the list's order and returns only the first rows, without a next page. */
      by_line: yes,
      limit: limit(1000, 100),
    }),
    response: z.object({ items: z.array(importedMonitor), next_after: z.string().nullable() }),
  },
  'imports.start': {
    ...writeRow,
    ...noAnswer,
    path: '/panel/imports/{id}/start',
    summary: 'Begin the record of an import, or continue it',
    invalidates: [],
    body: z.object({
      kind: z.enum(['import', 'reconcile']),
      file_name: z.string().max(300).default(''),
      tag: line(64).nullable().default(null),
      subjects: count,
      list: list.optional(),
    }),
  },
  'imports.record': {
    ...writeRow,
    ...noAnswer,
    path: '/panel/imports/{id}/steps',
    summary: 'Record a step of an import; a repeated step has no further effect',
    invalidates: [],
    maxBodyBytes: BULK_MAX_BODY_BYTES,
    body: z.object(step),
  },
  'imports.reject': {
    ...writeRow,
    ...noAnswer,
    path: '/panel/imports/{id}/rejections',
    summary:
      'Record rows of the list that were not sent or not accepted; personal numbers are stored as a mask and a hash',
    invalidates: [],
    maxBodyBytes: BULK_MAX_BODY_BYTES,
    body: z.object({ items: z.array(rejection).min(1).max(MAX_STEP) }),
  },
  'imports.rejections': {
    ...forReaders.get,
    path: '/panel/imports/{id}/rejections.csv',
    summary: 'The refused and repeated rows of a list as a CSV, whose hash is entered in the audit log',
    params: byId,
    ...fileOf('text/csv; charset=utf-8'),
  },
  'imports.finish': {
    ...writeRow,
    ...noAnswer,
    path: '/panel/imports/{id}/finish',
    summary: 'Complete an import, with an entry in the audit log',
    invalidates: [],
  },
  'imports.undo': {
    ...writeRow,
    path: '/panel/imports/{id}/undo',
    summary:
      'Undo a part of an import; to be repeated until nothing is left. The panel continues by itself if the calls stop',
    invalidates: ['panel.imports', 'monitors'],
    idempotent: false,
    body: z.object({ limit: limit(500, 100) }),
    response: monitorImport.extend({ left: count }),
  },
  'imports.removeUnnamed': {
    ...writeRow,
    path: '/panel/imports/{id}/remove-unnamed',
    summary: 'Delete a part of the added monitors that are not named; to be repeated until nothing is left',
    invalidates: ['panel.imports', 'monitors'],
    idempotent: false,
    body: z.object({ limit: limit(500, 100) }),
    response: monitorImport.extend({ left: count }),
  },
  'imports.takenBack': {
    ...writeRow,
    ...noAnswer,
    path: '/panel/imports/{id}/taken-back',
    summary: 'A reconciliation was undone by its own page',
    invalidates: [],
  },
} as const satisfies Record<string, PanelOperation>
