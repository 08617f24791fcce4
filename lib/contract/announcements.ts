import * as z from 'zod'

import { streamedSources } from '@/lib/domain/events/sources'

import { type Operation, everyone, freeDefaults, monitoringWriters, operationsFor } from './operation'
import { count, dateRange, day, fileOf, inOrder, limit, line, outOfOrder, page, paging, wholeNumber } from './values'

/**
 * One line of `/v1/stream`. `row` is the report row of interface section 2.9 (report rows) and decision 31 (rows of
 * MSiG and KRS).
 */
export const streamedAnnouncement = z.object({
  id: z.guid(),
  source: z.enum(streamedSources),
  published_on: day,
  krs: z.string().nullable(),
  nip: z.string().nullable(),
  name: z.string(),
  title: z.string(),
  row: z.record(z.string(), z.unknown()),
})
export type StreamedAnnouncement = z.infer<typeof streamedAnnouncement>

/**
 * Why a stream ends: `complete` when nothing is left, `limit` when `limit` was reached, `pool` when the pool or the
 * spend cap was.
 */
export const streamEnds = ['complete', 'limit', 'pool'] as const

/**
 * A line between two parts of a stream, for callers that accept the end as a line: the position at which a broken
 * stream can be resumed.
 */
export const streamCursor = z.object({ _cursor: z.string() })
export type StreamCursor = z.infer<typeof streamCursor>

/**
 * The last line of a stream for callers that accept `application/x-ndjson; end=1`, otherwise the content of its trailer
 * `x-stream-end`. `cursor` continues without paying again for delivered lines: with the remaining lines if there are
 * any, otherwise with later ones. `units` are those of this call.
 */
export const streamEnd = z.object({
  _end: z.object({
    reason: z.enum(streamEnds),
    returned: count,
    units: count,
    cursor: z.string().nullable(),
  }),
})
export type StreamEnd = z.infer<typeof streamEnd>

export const msigIssue = z.object({ id: z.string(), number: z.string(), published_on: day, positions: count })
export type MsigIssue = z.infer<typeof msigIssue>

const streamRow = {
  audience: 'public',
  method: 'GET',
  execution: 'streams',
  bucket: 'lookups',
  pool: 'lookups',
  status: 200,
  ...fileOf('application/x-ndjson'),
  idempotent: true,
} as const satisfies Partial<Operation>

const streamQuery = { ...dateRange, limit: limit(10_000, 1000), cursor: z.string().max(500).optional() }

export const announcementOperations = {
  'stream.announcements': {
    ...streamRow,
    path: '/v1/stream',
    summary: 'Announcements of KRZ and MSiG, oldest first, one JSON object a line',
    source: '4.13, decisions 20, 28, T2, T12, T13',
    cost: { by: 'item', units: 1 },
    register: 'announcement',
    // Rows of KRZ contain the PESEL of debtors, and a stream is not masked.
    roles: monitoringWriters,
    query: z
      .object({
        ...streamQuery,
        source: z.enum(streamedSources).optional(),
        krs: line(20).min(1).optional(),
        nip: line(20).min(1).optional(),
      })
      .refine(inOrder, outOfOrder),
  },
  'krs.changes': {
    ...streamRow,
    path: '/v1/krs/changes/stream',
    summary: 'Changes entered in KRS, as rows of the KRS changes report, oldest first, one JSON object a line',
    source: '4.13, decisions 20, 28, T2, T12, T13',
    cost: { by: 'item', units: 1, per: 10 },
    register: 'rejestr',
    roles: everyone,
    query: z.object({ ...streamQuery, krs: line(20).min(1).optional() }).refine(inOrder, outOfOrder),
  },
  'msig.issues': {
    ...operationsFor(freeDefaults, everyone).get,
    path: '/v1/msig/issues',
    summary: 'Issues of Monitor Sądowy i Gospodarczy, newest first',
    source: '4.13, decision 28',
    query: z.object({
      year: wholeNumber(1996, 2100).optional(),
      ...paging(1000, 100),
    }),
    response: page(msigIssue),
  },
} as const satisfies Record<string, Operation>
