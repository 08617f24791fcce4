import * as z from 'zod'

import { type PanelOperation, forOwners, forWriters } from '@/lib/contract/panel-operation'
import { reportFormats } from '@/lib/contract/reports'
import {
  byGivenId,
  count,
  dateRange,
  day,
  fileOf,
  givenId,
  inOrder,
  instant,
  limit,
  line,
  outOfOrder,
  page,
  paging,
} from '@/lib/contract/values'
import { reportSources } from '@/lib/domain/events/sources'

import { archivedStates, archiveFailures, archivePlaces, MAX_KEEP_DAYS } from './domain/archive'

/** Number of past days for which the state of each report is shown. */
export const ARCHIVE_DAYS_SHOWN = 14

const BUCKET = /^[a-z0-9][a-z0-9._-]{1,61}[a-z0-9]$/
/** URL of the bucket service, without path or credentials. */
const endpoint = line(300)
  .refine(
    (text) => URL.canParse(text) && /^https?:\/\/[^/?#@]+\/?$/i.test(text),
    'Expected https://host or https://host:port',
  )
  .transform((text) => (URL.canParse(text) ? new URL(text).origin : text))

/** Prefix of all names, without slashes at either end. */
const prefix = line(200)
  .regex(/^[\w!.*'()/-]*$/, 'Expected plain letters, digits and slashes')
  .transform((text) => text.replaceAll(/^\/+|\/+$/g, ''))
  .refine((text) => !text.split('/').some((part) => part === '.' || part === '..'), 'Expected plain folders')

const bucketSettings = z.object({
  endpoint,
  region: line(50).regex(/^[\w-]+$/, 'Expected a region'),
  bucket: z.string().regex(BUCKET, 'Expected the name of a bucket'),
  prefix,
  path_style: z.boolean(),
})

const secretText = z
  .string()
  .regex(/^[\x21-\x7e]{1,300}$/, 'Expected one line of printable characters')
  .optional()

/** Keys may be left out to retain the stored ones, unless the address or the bucket changes. */
const bucketBody = bucketSettings.extend({ access_key: secretText, secret_key: secretText })

export const archiveBody = z
  .object({
    enabled: z.boolean(),
    place: z.enum(archivePlaces),
    sources: z.array(z.enum(reportSources)).min(1),
    formats: z.array(z.enum(reportFormats)).min(1),
    keep_days: z.number().int().min(1).max(MAX_KEEP_DAYS).nullable(),
    s3: bucketBody.nullable(),
  })
  .refine(({ place, s3 }) => place === 'disk' || s3 !== null, { path: ['s3'], message: 'A bucket is needed' })
export type ArchiveBody = z.output<typeof archiveBody>

const dayState = z.object({
  report_date: day,
  source: z.enum(reportSources),
  format: z.enum(reportFormats),
  /**
   * `expected`: yesterday's report is not available yet; `missing`: the report of an earlier day was never available
   * while the panel was watching.
   */
  state: z.enum([...archivedStates, 'expected', 'missing']),
})

export const archivedReport = z.object({
  id: givenId,
  report_date: day,
  /** A remote service may use other values. */
  source: z.string(),
  format: z.string(),
  generated_at: z.string(),
  expires_at: z.string(),
  row_count: count.nullable(),
  size_bytes: count.nullable(),
  sha256: z.string().nullable(),
  name: z.string(),
  place: z.enum(archivePlaces),
  /** The report is in a bucket that is no longer configured: the panel neither reads nor removes it. */
  is_elsewhere: z.boolean(),
  state: z.enum(archivedStates),
  attempts: count,
  next_at: instant.nullable(),
  failure: z.string().nullable(),
  /** Error text of the system that refused it. */
  error: z.string().nullable(),
  stored_at: instant.nullable(),
  removed_at: instant.nullable(),
})
export type ArchivedReport = z.infer<typeof archivedReport>

export const archiveView = z.object({
  enabled: z.boolean(),
  place: z.enum(archivePlaces),
  sources: z.array(z.enum(reportSources)),
  formats: z.array(z.enum(reportFormats)),
  keep_days: count.nullable(),
  s3: bucketSettings.extend({ has_keys: z.boolean() }).nullable(),
  state: z.enum(['ok', 'failing', 'off']),
  /** Why the panel itself turned collecting off. */
  off_reason: z.enum(archiveFailures).nullable(),
  failure: z.enum(archiveFailures).nullable(),
  error: z.string().nullable(),
  failing_since: instant.nullable(),
  read_at: instant.nullable(),
  counts: z.object({ waiting: count, failed: count, stored: count, removed: count, lost: count }),
  stored_bytes: count,
  elsewhere: count,
  /** Free bytes on the disk of DATA_DIR; null if unknown or if reports are stored in a bucket. */
  free_bytes: count.nullable(),
  /** Time of the next removal and how many reports it will remove; null if nothing is ever removed. */
  next_removal: z.object({ at: instant, reports: count }).nullable(),
  days: z.array(dayState),
  updated_at: instant.nullable(),
  changed_by: z.string().nullable(),
})
export type ArchiveView = z.infer<typeof archiveView>

export const archiveOperations = {
  'archive.get': {
    ...forWriters.get,
    path: '/panel/archive',
    summary: 'Whether and where daily reports are archived, and the state of the archive',
    response: archiveView,
  },
  'archive.update': {
    ...forOwners.put,
    path: '/panel/archive',
    summary: 'Set whether and where daily reports are archived, which ones and how long',
    body: archiveBody,
    response: archiveView,
  },
  'archive.validate': {
    ...forOwners.post,
    path: '/panel/archive/validate',
    summary: 'Write a test file to a place, read it back and delete it',
    invalidates: [],
    idempotent: false,
    body: archiveBody,
    response: z.object({
      ok: z.boolean(),
      step: z.enum(['write', 'read', 'delete']).nullable(),
      failure: z.enum(archiveFailures).nullable(),
      error: z.string().nullable(),
    }),
  },
  'archive.runNow': {
    ...forWriters.post,
    path: '/panel/archive/run',
    summary: 'Check for new reports now, and retry waiting and failed ones immediately',
    response: z.object({ entered: count, waiting: count }),
  },
  'archive.removal': {
    ...forWriters.get,
    path: '/panel/archive/removal',
    summary: 'How many stored reports would be removed with a retention of this many days, and when',
    query: z.object({ keep_days: limit(MAX_KEEP_DAYS, MAX_KEEP_DAYS) }),
    response: z.object({ reports: count, at: instant }),
  },
  'archive.list': {
    ...forWriters.get,
    path: '/panel/archive/reports',
    summary: 'Reports that were collected, removed or lost, the newest day first',
    query: z
      .object({
        source: z.enum(reportSources).optional(),
        state: z.enum(archivedStates).optional(),
        ...dateRange,
        ...paging(200, 50),
      })
      .refine(inOrder, outOfOrder),
    response: page(archivedReport),
  },
  'archive.download': {
    ...forWriters.get,
    path: '/panel/archive/reports/{id}/file',
    summary: 'A stored report; the download is aborted if its bytes differ from those that were stored',
    ...fileOf('application/json', 'text/csv'),
    params: byGivenId,
  },
} as const satisfies Record<string, PanelOperation>
