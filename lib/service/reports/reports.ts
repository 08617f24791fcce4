import { randomUUID } from 'node:crypto'
import { open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

import { type DailyReport, MAX_REPORT_DAYS, type ReportFormat, type ReportJob } from '@/lib/contract/reports'
import { daysBetween, warsawDay, warsawMonth } from '@/lib/domain/calendar'
import { sourceOfReport } from '@/lib/domain/events/sources'
import { echo, HttpError, invalidBody, ValidationError } from '@/lib/http/errors'
import { lockMonth } from '@/lib/service/metering/statements/usage'
import { findFilter } from '@/lib/service/monitors/statements/filters'
import { isTagUsed } from '@/lib/service/monitors/statements/monitor-tags'
import { findDailyReport, listDailyReports } from '@/lib/service/reports/statements/daily-reports'
import {
  countReport,
  countReportJobs,
  deleteReportJob,
  findReportJob,
  insertReportJob,
  listReportJobs,
} from '@/lib/service/reports/statements/report-jobs'
import { firstDayOf } from '@/lib/service/reports/statements/report-rows'
import type { DailyReportTable, ReportJobTable } from '@/lib/service/reports/tables'

import type { Context, HandlersOf } from '../http/context'
import { notFound } from '../http/errors'
import { readPage } from '../http/paged-list'
import { rangedAnswer } from '../http/ranged-answer'
import { reportsFolder } from './report-file'

type Download = {
  readonly path: string
  /** File name of the download. */
  readonly name: string
  readonly format: ReportFormat
  readonly sha256: string
  readonly size_bytes: number
}

const CONTENT_TYPES = { json: 'application/json', csv: 'text/csv; charset=utf-8' } as const
/** Smaller chunks cost more to forward than to read; twenty concurrent readers hold twenty chunks. */
const CHUNK_BYTES = 256 * 1024

/** Answers 200, 206, 304 or 416 according to the conditional and range headers; the bytes are read on demand. */
async function toDownloadResponse(request: Request, download: Download): Promise<Response> {
  await requireFile(download)
  const { path, name, format, sha256, size_bytes: size } = download
  const file = { sha256, size, type: CONTENT_TYPES[format], disposition: `attachment; filename="${name}"` }
  return rangedAnswer(request, file, (start, end) => readBytes(path, start, end))
}

/** A missing or truncated file must fail before the answer begins. */
async function requireFile({ path, size_bytes }: Download): Promise<void> {
  const found = await stat(path).catch(() => null)
  if (found?.size !== size_bytes) throw new HttpError('unavailable', 'The file of this report cannot be read now')
}

/** Opens the file on the first read, and reads it at the reader's pace. */
function readBytes(path: string, start: number, end: number): ReadableStream<Uint8Array> {
  let handle: Awaited<ReturnType<typeof open>> | undefined
  let at = start
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        handle ??= await open(path, 'r')
        const { bytesRead, buffer } = await handle.read({
          buffer: Buffer.allocUnsafe(Math.min(CHUNK_BYTES, end - at + 1)),
          position: at,
        })
        at += bytesRead
        controller.enqueue(buffer.subarray(0, bytesRead))
        if (at <= end && bytesRead > 0) return
        await handle.close()
        if (at <= end) controller.error(new Error('The report file ended early'))
        else controller.close()
      },
      cancel: async () => {
        await handle?.close()
      },
    },
    { highWaterMark: 0 },
  )
}

export const reportHandlers: HandlersOf<'reports'> = {
  'reports.dailyIndex': async ({ query }, { db, now }) => {
    const reports = await listDailyReports(db, now.toISOString(), query)
    return reports.map(toEntry)
  },

  'reports.download': async ({ params: { job_id: id } }, context) => {
    const daily = await findDailyReport(context.db, id)
    const download = daily ? findDailyDownload(daily, context) : await findJobDownload(id, context)
    return toDownloadResponse(context.request, download)
  },

  'reports.list': async ({ query }, { account, db, now }) => {
    const { rows, ...page } = await readPage<ReportJobTable>(
      {
        name: 'reports',
        positionOf: ({ position }) => position,
        read: ({ cursor: before, limit }) => listReportJobs(db, account.id, { before, limit }),
        count: () => countReportJobs(db, account.id),
      },
      query,
    )
    return { items: rows.map((job) => toReportJob(job, now)), ...page }
  },

  'reports.get': async ({ params }, { account, db, now }) => {
    const job = await findReportJob(db, account.id, params.job_id)
    if (!job) throw notFound()
    return toReportJob(job, now)
  },

  'reports.create': async ({ body }, context) => {
    const { account, db, now } = context
    if (daysBetween(body.date_from, body.date_to) >= MAX_REPORT_DAYS) {
      throw invalidBody(['date_to'], `A report covers at most ${MAX_REPORT_DAYS} days`, body.date_to)
    }
    if (body.filter_id !== undefined && !(await findFilter(db, account.id, body.filter_id))) throw notFound('filter_id')
    await requireCoveredDays(context, body)
    await requireTag(context, body.monitor_tag)
    await countOrRefuse(context)
    const job = await insertReportJob(db, {
      ...body,
      id: randomUUID(),
      account_id: account.id,
      filter_id: body.filter_id ?? null,
      monitor_tag: body.monitor_tag ?? null,
      created_at: now.toISOString(),
    })
    return toReportJob(job, now)
  },

  'reports.delete': async ({ params }, { account, db, dependencies }) => {
    const job = await findReportJob(db, account.id, params.job_id)
    if (!job) throw notFound()
    // The process that makes the report notices that its claim is lost and discards the result.
    await deleteReportJob(db, job.id)
    if (job.file !== null) await rm(join(reportsFolder(dependencies.config.dataDir), job.file), { force: true })
    return undefined
  },
}

type Order = Pick<ReportJob, 'source' | 'date_from' | 'date_to'>

/**
 * Decision T11 (reports without data): for days without data an empty report could mean that nothing happened or
 * that nothing is known.
 */
async function requireCoveredDays({ db, now }: Context, order: Order): Promise<void> {
  const from = await firstDayOf(db, sourceOfReport[order.source])
  const to = warsawDay(now)
  const isAvailable = (day: string) => from !== undefined && from <= day && day <= to
  const wrong = (['date_from', 'date_to'] as const).filter((field) => !isAvailable(order[field]))
  if (wrong.length === 0) return
  const msg =
    from === undefined
      ? `No announcements of ${order.source} are available`
      : `Announcements of ${order.source} are available from ${from} to ${to}`
  const ctx = from === undefined ? {} : { held_from: from, held_to: to }
  throw new ValidationError(
    wrong.map((field) => ({ loc: ['body', field], msg, type: 'range_not_held', input: order[field], ctx })),
  )
}

/** A mistyped tag would produce an empty report, which looks as if nothing had happened. */
async function requireTag({ db, account }: Context, tag: string | undefined): Promise<void> {
  if (tag === undefined || (await isTagUsed(db, account.id, tag))) return
  const input = echo(tag)
  const tagText = input === undefined ? '' : ` ${JSON.stringify(input)}`
  throw new ValidationError([
    {
      loc: ['body', 'monitor_tag'],
      msg: `No monitor has the tag${tagText}`,
      type: 'unknown_tag',
      ...(input === undefined ? {} : { input }),
    },
  ])
}

/** Decision 27 (plans): limits custom reports per month, counted in the transaction that inserts the job. */
async function countOrRefuse({ account, db, now }: Context): Promise<void> {
  const month = warsawMonth(now)
  const { reports: current } = await lockMonth(db, account.id, month)
  const limit = account.limits.reports
  if (limit !== null && current >= limit) {
    throw new HttpError('report_limit', `The plan allows ${limit} custom reports a month`, {
      extra: { limit, current, requested: 1 },
    })
  }
  await countReport(db, account.id, month)
}

const hasExpired = (expiresAt: string | null, now: Date) => expiresAt !== null && expiresAt <= now.toISOString()

/** A report is expired from its instant on, even if the periodic job has not updated it yet. */
function toReportJob(job: ReportJobTable, now: Date): ReportJob {
  const { id, source, format, date_from, date_to, filter_id, monitor_tag, row_count, size_bytes, error } = job
  const { created_at, finished_at, expires_at } = job
  const status = job.status === 'ready' && hasExpired(expires_at, now) ? 'expired' : job.status
  const orderFields = { id, status, source, format, date_from, date_to, filter_id, monitor_tag }
  return { ...orderFields, row_count, size_bytes, error, created_at, finished_at, expires_at }
}

function toEntry(report: DailyReportTable): DailyReport {
  const { id, report_date, source, format, row_count, size_bytes, generated_at, expires_at } = report
  return { id, report_date, source, format, row_count, size_bytes, generated_at, expires_at }
}

const expired = (expiresAt: string | null) =>
  new HttpError('report_expired', 'This report has expired', { extra: { expires_at: expiresAt } })

function findDailyDownload(report: DailyReportTable, { dependencies, now }: Context): Download {
  if (hasExpired(report.expires_at, now)) throw expired(report.expires_at)
  const { source, format, sha256, size_bytes } = report
  const name = `${source}-${report.report_date}.${format}`
  return { path: join(reportsFolder(dependencies.config.dataDir), report.file), name, format, sha256, size_bytes }
}

/** Decision 9 (download after expiry). A report that is not ready yet is 409: it exists, but cannot be downloaded. */
async function findJobDownload(id: string, { account, db, dependencies, now }: Context): Promise<Download> {
  const job = await findReportJob(db, account.id, id)
  if (!job) throw notFound()
  const { status, source, format, date_from: from, date_to: to, file, sha256, size_bytes } = job
  if (status === 'expired' || hasExpired(job.expires_at, now)) throw expired(job.expires_at)
  if (file === null || sha256 === null || size_bytes === null) {
    const message = status === 'failed' ? 'This report could not be created' : 'This report is not ready yet'
    throw new HttpError('conflict', message, { extra: { status } })
  }
  const name = `${source}-${from}-${to}.${format}`
  return { path: join(reportsFolder(dependencies.config.dataDir), file), name, format, sha256, size_bytes }
}
