import * as z from 'zod'

import { type PanelOperation, forWriters } from '@/lib/contract/panel-operation'
import { reportFormats } from '@/lib/contract/reports'
import { byId, count, fileOf, instant, line, repeated, uuid } from '@/lib/contract/values'

import { downloadPurposes, MAX_PURPOSE_NOTE, MIN_PURPOSE_NOTE } from './domain/download-purposes'

export const downloadPurpose = z
  .object({ purpose: z.enum(downloadPurposes), note: line(MAX_PURPOSE_NOTE).default('') })
  .refine(({ purpose, note }) => purpose !== 'other' || note.length >= MIN_PURPOSE_NOTE, {
    message: 'State the purpose',
    path: ['note'],
  })
export type DownloadPurpose = z.output<typeof downloadPurpose>

/** Why a file was not received completely; `interrupted`: the connection was lost, or the client cancelled. */
export const brokenReasons = [
  'short',
  'long',
  'changed',
  'stalled',
  'hash',
  'not_a_report',
  'expired',
  'refused',
  'interrupted',
] as const

export const reportDownload = z.object({
  id: uuid,
  report_id: z.string(),
  /** `running`: bytes are still being sent. `broken`: sending ended before the file was complete. */
  state: z.enum(['running', 'whole', 'broken']),
  /** Bytes sent so far, from the first byte on. */
  bytes: count,
  reason: z.enum(brokenReasons).nullable(),
  at: instant,
})
export type ReportDownload = z.output<typeof reportDownload>

const zipQuery = z.object({ format: z.enum(reportFormats), source: repeated(line(30)) })

export const reportDownloadOperations = {
  'reportDownloads.purpose': {
    ...forWriters.get,
    path: '/panel/report-purpose',
    summary: 'The purpose for which this session downloads personal data; null until it is stated',
    response: z.object({ given: z.object({ purpose: z.enum(downloadPurposes), note: z.string() }).nullable() }),
  },
  'reportDownloads.givePurpose': {
    ...forWriters.put,
    path: '/panel/report-purpose',
    summary: 'State the purpose for which this session downloads personal data; it is recorded with each download',
    invalidates: [],
    body: downloadPurpose,
    response: z.object({ given: z.object({ purpose: z.enum(downloadPurposes), note: z.string() }) }),
  },
  'reportDownloads.get': {
    ...forWriters.get,
    path: '/panel/report-downloads/{id}',
    summary: 'Progress of one of the caller’s own downloads',
    params: byId,
    response: reportDownload,
  },
  'reportDownloads.new': {
    ...forWriters.get,
    path: '/panel/new-reports',
    summary:
      'Contents of the ZIP of new reports: daily reports that the caller has not downloaded and that are still available',
    query: zipQuery,
    response: z.object({
      reports: count,
      bytes: count,
      /** If true, a purpose has to be given before the download. */
      has_personal_data: z.boolean(),
      /** Value for `download` of the ZIP, valid in this session only; its first part is the id of the download. */
      download: z.string(),
    }),
  },
  'reportDownloads.zip': {
    ...forWriters.get,
    path: '/panel/new-reports/zip',
    summary:
      'All new reports as one ZIP with a manifest as its last files; marks them as downloaded once it was sent completely',
    ...fileOf('application/zip'),
    query: zipQuery.extend({ download: line(100).optional() }),
  },
} as const satisfies Record<string, PanelOperation>
