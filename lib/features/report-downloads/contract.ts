import * as z from 'zod'

import { type PanelOperation, forWriters } from '@/lib/contract/panel-operation'
import { reportFormats } from '@/lib/contract/reports'
import { byId, count, fileOf, instant, line, repeated, uuid } from '@/lib/contract/values'

import { downloadPurposes, MAX_PURPOSE_NOTE, MIN_PURPOSE_NOTE } from './domain/download-purposes'

export const downloadPurpose = z
  .object({ purpose: z.enum(downloadPurposes), note: line(MAX_PURPOSE_NOTE).default('') })
  .refine(({ purpose, note }) => purpose !== 'other' || note.length >= MIN_PURPOSE_NOTE, {
    message: 'Say what for',
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

const chosen = z.object({ format: z.enum(reportFormats), source: repeated(line(30)) })

export const reportDownloadOperations = {
  'reportDownloads.purpose': {
    ...forWriters.get,
    path: '/panel/report-purpose',
    summary: 'What this session takes files with personal data for; null while it has not said so',
    response: z.object({ given: z.object({ purpose: z.enum(downloadPurposes), note: z.string() }).nullable() }),
  },
  'reportDownloads.givePurpose': {
    ...forWriters.put,
    path: '/panel/report-purpose',
    summary: 'Says what this session takes files with personal data for; it stands in the entry of each download',
    invalidates: [],
    body: downloadPurpose,
    response: z.object({ given: z.object({ purpose: z.enum(downloadPurposes), note: z.string() }) }),
  },
  'reportDownloads.get': {
    ...forWriters.get,
    path: '/panel/report-downloads/{id}',
    summary: 'How far one of the caller’s own downloads is',
    params: byId,
    response: reportDownload,
  },
  'reportDownloads.new': {
    ...forWriters.get,
    path: '/panel/new-reports',
    summary: 'What the ZIP of everything new would hold: daily reports that the caller has not taken and still can',
    query: chosen,
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
      'Everything new as one ZIP with a manifest as its last files; marks all of them as taken once it went out whole',
    ...fileOf('application/zip'),
    query: chosen.extend({ download: line(100).optional() }),
  },
} as const satisfies Record<string, PanelOperation>
