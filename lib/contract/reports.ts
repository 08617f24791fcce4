import * as z from 'zod'

import { reportSources } from '@/lib/domain/events/sources'

import { tag } from './monitors'
import { type Operation, freeDefaults, monitoringReaders, monitoringWriters, operationsFor } from './operation'
import { reportStatuses, reportRows } from './report-rows'
import {
  count,
  dateRange,
  day,
  fileOf,
  givenId,
  inOrder,
  instant,
  line,
  noAnswer,
  omissible,
  outOfOrder,
  page,
  paging,
  uuid,
} from './values'

export const reportFormats = ['json', 'csv'] as const
export type ReportFormat = (typeof reportFormats)[number]

/** Interface section 2.8 (daily report entry). */
export const dailyReport = z.object({
  id: z.string(),
  report_date: day,
  source: z.enum(reportSources),
  format: z.enum(reportFormats),
  row_count: count,
  size_bytes: count,
  generated_at: instant,
  expires_at: instant,
})
export type DailyReport = z.infer<typeof dailyReport>
export const reportJob = z.object({
  id: uuid,
  status: z.enum(reportStatuses),
  source: z.enum(reportSources),
  format: z.enum(reportFormats),
  date_from: day,
  date_to: day,
  filter_id: uuid.nullable(),
  monitor_tag: z.string().nullable(),
  row_count: count.nullable(),
  size_bytes: count.nullable(),
  error: z.string().nullable(),
  created_at: instant,
  finished_at: instant.nullable(),
  expires_at: instant.nullable(),
})
export type ReportJob = z.infer<typeof reportJob>

/** Longest range of a custom report, including both ends. */
export const MAX_REPORT_DAYS = 92

export const createReportBody = z
  .object({
    source: z.enum(reportSources),
    format: z.enum(reportFormats),
    date_from: day,
    date_to: day,
    filter_id: omissible(givenId),
    monitor_tag: omissible(tag),
  })
  .refine(inOrder, outOfOrder)

const readers = operationsFor(freeDefaults, monitoringReaders)
const writers = operationsFor(freeDefaults, monitoringWriters)

export const reportOperations = {
  'reports.dailyIndex': {
    ...readers.get,
    path: '/v1/reports/daily/index',
    summary: 'Daily reports that can still be downloaded, newest first',
    source: '4.7, decision 11',
    query: z
      .object({
        source: z.enum(reportSources).optional(),
        format: z.enum(reportFormats).optional(),
        ...dateRange,
      })
      .refine(inOrder, outOfOrder),
    response: z.array(dailyReport),
  },
  'reports.download': {
    ...writers.get,
    path: '/v1/reports/download/{job_id}',
    summary: 'A daily or custom report as JSON or CSV, with ranges and ETag',
    source: '4.5, decisions 9, 10',
    bucket: 'documents',
    ...fileOf('application/json', 'text/csv'),
    json: reportRows,
    ranged: true,
    refusals: ['ReportNotReady', 'ReportExpired'],
    params: z.object({ job_id: line(100).min(1).toLowerCase() }),
  },
  'reports.list': {
    ...readers.get,
    path: '/v1/reports',
    summary: 'Custom report jobs, newest first',
    source: 'decision 12',
    query: z.object(paging(1000, 100)),
    response: page(reportJob),
  },
  'reports.create': {
    ...writers.post,
    isCounted: true,
    path: '/v1/reports',
    summary: 'Order a custom report; it is created in the background',
    invalidates: ['reports.list', 'usage.summary', 'panel.reportOrders'],
    source: 'decision 12',
    status: 202,
    idempotent: false,
    refusals: ['NotFound', 'ReportLimit'],
    body: createReportBody,
    response: reportJob,
  },
  'reports.get': {
    ...readers.get,
    path: '/v1/reports/{job_id}',
    summary: 'One custom report job',
    source: 'decision 12',
    params: z.object({ job_id: givenId }),
    response: reportJob,
  },
  'reports.delete': {
    ...writers.delete,
    ...noAnswer,
    path: '/v1/reports/{job_id}',
    summary: 'Cancel a custom report that is not ready yet, or delete one with its file',
    invalidates: ['reports.list', 'panel.reportSchedules'],
    source: 'decision T11',
    params: z.object({ job_id: givenId }),
  },
} as const satisfies Record<string, Operation>
