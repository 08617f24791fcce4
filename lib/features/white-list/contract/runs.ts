import * as z from 'zod'

import { BULK_MAX_BODY_BYTES } from '@/lib/contract/operation'
import { type PanelOperation, forEveryone, forWriters } from '@/lib/contract/panel-operation'
import {
  byId,
  count,
  day,
  fileOf,
  givenId,
  instant,
  limit,
  line,
  noAnswer,
  printed,
  uuid,
  wholeNumber,
} from '@/lib/contract/values'
import { locales } from '@/lib/domain/format/locales'

import { whiteListGroups, whiteListOrders, whiteListStatuses } from '../domain/groups'

/** Rows of one run. */
export const MAX_WHITE_LIST_ROWS = 10_000

export const whiteListRunStates = ['running', 'waiting', 'paused', 'cancelled', 'done'] as const
export type WhiteListRunState = (typeof whiteListRunStates)[number]
/** Why a run waits or is paused. What a later panel says is shown as it came. */
export const whiteListRunReasons = [
  'pool',
  'rate_limit',
  'upstream',
  'plan',
  'inactive',
  'cap',
  'refused',
  'payer',
  'budget',
] as const
export type WhiteListRunReason = (typeof whiteListRunReasons)[number]

export const whiteListRun = z.object({
  id: uuid,
  /** Of the file, or of the schedule; empty for a pasted list. */
  name: z.string(),
  /** Of one that a schedule started. */
  schedule_id: uuid.nullable(),
  created_at: instant,
  /** E-mail of who started it, or made the schedule. */
  created_by: z.string(),
  state: z.enum(whiteListRunStates),
  reason: z.enum(whiteListRunReasons).nullable(),
  /** What the service said, where it said more. */
  message: z.string().nullable(),
  /** When it goes on by itself; of one that is paused because the pool is empty, when that is renewed. */
  wait_until: instant.nullable(),
  finished_at: instant.nullable(),
  rows: count,
  /** Different numbers, each of which is asked about once. */
  numbers: count,
  answered: count,
  /** Numbers whose answer was lost: they may have been charged. */
  unsure: count,
  errors: count,
  /** What was charged, as the service said. */
  units: count,
  /** Answered numbers of which the service did not say what they cost. */
  unsaid: count,
  /** Goes on by itself when the pool is renewed. */
  after_midnight: z.boolean(),
})
export type WhiteListRun = z.infer<typeof whiteListRun>

export const whiteListRow = z.object({
  position: count,
  /** Of the list that was given. */
  line: count,
  kind: z.enum(['nip', 'krs']),
  number: z.string(),
  /** As answered, of a number that was asked by its KRS. */
  nip: z.string().nullable(),
  /** 26 digits. */
  account: z.string().nullable(),
  /** For which the person wants proof; the service answers for the time of the question. */
  day: day.nullable(),
  state: z.enum(['waiting', 'asked', 'answered', 'unsure', 'error']),
  fault: z.enum(['refused', 'missing', 'unreadable']).nullable(),
  status: z.enum(whiteListStatuses).nullable(),
  /** Day of the removal from the register. */
  removed_on: day.nullable(),
  verdict: z.enum(['listed', 'not_listed', 'cannot_tell']).nullable(),
  name: z.string().nullable(),
  request_id: z.string().nullable(),
  answered_at: instant.nullable(),
  /** Of the answer as it is kept, hex: personal numbers are masked before. */
  sha256: z.string().nullable(),
})
export type WhiteListRow = z.infer<typeof whiteListRow>

/** What one of two runs said of a number and an account. */
const said = whiteListRow.pick({ status: true, verdict: true, removed_on: true, answered_at: true })
export const whiteListChange = whiteListRow
  .pick({ kind: true, number: true, account: true, name: true })
  .extend({ before: said.nullable(), after: said.nullable() })
export type WhiteListChange = z.infer<typeof whiteListChange>

export const whiteListRowInput = z.object({
  /** Of the list that was given. */
  line: z.number().int().min(1).max(1_000_000),
  nip: printed.max(40),
  account: printed.max(80).optional(),
  day: day.optional(),
})

const pageOf = { limit: limit(1000, 200), offset: wholeNumber(0, 1_000_000).default(0) }

export const whiteListRunOperations = {
  'whiteListRuns.list': {
    ...forEveryone.get,
    path: '/panel/white-list-runs',
    summary: 'Checks of the white list, newest first',
    query: z.object({ limit: limit(200, 20), offset: wholeNumber(0, 1_000_000).default(0) }),
    response: z.object({ items: z.array(whiteListRun), total: count }),
  },
  'whiteListRuns.create': {
    ...forEveryone.post,
    spends: true,
    path: '/panel/white-list-runs',
    summary: 'Check up to 10 000 rows against the white list; each different number is one query of the daily pool',
    status: 201,
    maxBodyBytes: BULK_MAX_BODY_BYTES,
    body: z.object({
      /** Made by the caller: sent again, it is the same run. */
      id: givenId,
      name: line(200).default(''),
      after_midnight: z.boolean().default(false),
      rows: z.array(whiteListRowInput).min(1).max(MAX_WHITE_LIST_ROWS),
    }),
    response: whiteListRun,
  },
  'whiteListRuns.get': {
    ...forEveryone.get,
    path: '/panel/white-list-runs/{id}',
    summary: 'One check, with how far it is and what it found',
    params: byId,
    response: whiteListRun.extend({
      /** Rows of each group; a row may be in several. */
      groups: z.object(
        // Sound: one entry of every group.
        Object.fromEntries(whiteListGroups.map((group) => [group, count])) as Record<
          (typeof whiteListGroups)[number],
          typeof count
        >,
      ),
      /** Earlier checks of the same list or schedule, newest first. */
      earlier: z.array(whiteListRun.pick({ id: true, created_at: true, state: true })),
    }),
  },
  'whiteListRuns.rows': {
    ...forEveryone.get,
    path: '/panel/white-list-runs/{id}/rows',
    summary: 'Rows of a check with their results',
    params: byId,
    query: z.object({
      group: z.enum(whiteListGroups).optional(),
      q: line(100).optional(),
      order: z.enum(whiteListOrders).default('line'),
      descending: z.enum(['true']).optional(),
      ...pageOf,
    }),
    response: z.object({ items: z.array(whiteListRow), total: count }),
  },
  'whiteListRuns.cancel': {
    ...forEveryone.post,
    spends: true,
    path: '/panel/white-list-runs/{id}/cancel',
    summary: 'Ask nothing more; what was answered stays',
    params: byId,
    response: whiteListRun,
  },
  'whiteListRuns.resume': {
    ...forEveryone.post,
    spends: true,
    path: '/panel/white-list-runs/{id}/resume',
    summary: 'Go on with what was not asked yet; numbers with an answer are not asked again',
    params: byId,
    body: z.object({
      /** Also ask again for what may have been charged, and for errors. */
      again: z.boolean().default(false),
      after_midnight: z.boolean().optional(),
    }),
    response: whiteListRun,
  },
  'whiteListRuns.delete': {
    ...forWriters.delete,
    ...noAnswer,
    path: '/panel/white-list-runs/{id}',
    summary: 'Delete a check with its answers, which are its proof',
    invalidates: ['panel.whiteListRuns.list'],
    params: byId,
  },
  'whiteListRuns.changes': {
    ...forEveryone.get,
    path: '/panel/white-list-runs/{id}/changes',
    summary: 'What two checks say differently, free of charge',
    params: byId,
    query: z.object({ with: uuid, ...pageOf }),
    response: z.object({
      items: z.array(whiteListChange),
      total: count,
      /** Rows with an answer in both. */
      compared: count,
      /** Rows that only one of them has, or has an answer of. */
      only_before: count,
      only_after: count,
    }),
  },
  'whiteListRuns.file': {
    ...forEveryone.get,
    path: '/panel/white-list-runs/{id}/files/{file}',
    summary: 'All rows as CSV or XLSX, or as a PDF of proof, whose hash is entered in the audit log',
    ...fileOf(
      'text/csv; charset=utf-8',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'application/pdf',
    ),
    params: byId.extend({ file: z.enum(['csv', 'xlsx', 'pdf']) }),
    query: z.object({ locale: z.enum(locales).optional() }),
  },
} as const satisfies Record<string, PanelOperation>
