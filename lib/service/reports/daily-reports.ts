import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'

import { type ReportFormat, reportFormats } from '@/lib/contract/reports'
import { addDays, type Day, startOfDay, warsawDay } from '@/lib/domain/calendar'
import { type ReportSource, reportSources, sourceOfReport } from '@/lib/domain/events/sources'
import { dailyReportsOf, putDailyReport } from '@/lib/service/reports/statements/daily-reports'
import { countByDay, listReportRows } from '@/lib/service/reports/statements/report-rows'
import type { Db } from '@/lib/storage/storage'

import type { ServiceDependencies } from '../http/context'
import { reportsFolder, ReportWriter, type WrittenReport } from './report-file'

/** Number of finished days that have a report at any time. */
export const DAILY_REPORT_DAYS = 8

/**
 * A report is made on the day after its day and can be downloaded until the end of the 7th day after that. So the last
 * eight finished days are always available: the oldest expires tonight, the newest in a week.
 */
export const dailyReportExpiry = (day: Day): string => startOfDay(addDays(day, DAILY_REPORT_DAYS + 1)).toISOString()

export const finishedDays = (now: Date): Day[] => {
  const today = warsawDay(now)
  return Array.from({ length: DAILY_REPORT_DAYS }, (_, index) => addDays(today, -1 - index))
}

/**
 * Makes the missing reports of the given finished days (by default the last eight), in every source and format; a day
 * without announcements gets reports without rows. A day that has received more announcements is made again under the
 * same id. It is safe to repeat and to run in several processes at once.
 */
export async function generateDailyReports(
  dependencies: ServiceDependencies,
  options: { days?: readonly Day[] } = {},
): Promise<void> {
  const now = dependencies.clock()
  const today = warsawDay(now)
  const days = (options.days ?? finishedDays(now)).filter((day) => day < today)
  for (const { day, source } of await listOutdated(dependencies, days)) await generate(dependencies, day, source)
}

type OutdatedReport = { day: Day; source: ReportSource }

async function listOutdated({ storage: { db } }: ServiceDependencies, days: readonly Day[]): Promise<OutdatedReport[]> {
  if (days.length === 0) return []
  const reports = await dailyReportsOf(db, days)
  const counts = new Map((await countByDay(db, days)).map(({ source, day, rows }) => [`${source} ${day}`, rows]))
  const reportedRows = new Map(
    reports.map(({ report_date, source, format, row_count }) => [`${report_date} ${source} ${format}`, row_count]),
  )
  return days.flatMap((day) =>
    reportSources
      .filter((source) => {
        const rows = counts.get(`${sourceOfReport[source]} ${day}`) ?? 0
        return reportFormats.some((format) => (reportedRows.get(`${day} ${source} ${format}`) ?? -1) < rows)
      })
      .map((source) => ({ day, source })),
  )
}

/** Both formats are written from one read, so they always contain the same rows. */
async function generate(dependencies: ServiceDependencies, day: Day, source: ReportSource): Promise<void> {
  const folder = reportsFolder(dependencies.config.dataDir)
  const { db } = dependencies.storage
  const writers = await Promise.all(
    reportFormats.map((format) => ReportWriter.open({ folder, name: `daily/${source}-${day}`, source, format })),
  )
  try {
    for await (const page of listReportRows(db, { source: sourceOfReport[source], from: day, to: day })) {
      for (const { row } of page) await Promise.all(writers.map((writer) => writer.write(row)))
    }
    for (const [index, format] of reportFormats.entries()) {
      const writtenReport = await writers[index]?.finish()
      if (writtenReport) await store(dependencies, { report_date: day, source, format }, writtenReport)
    }
  } catch (error) {
    await Promise.all(writers.map((writer) => writer.discard()))
    throw error
  }
}

type Kind = { report_date: Day; source: ReportSource; format: ReportFormat }

async function store(dependencies: ServiceDependencies, kind: Kind, writtenReport: WrittenReport): Promise<void> {
  const { clock, config, storage } = dependencies
  const previous = await entryOf(storage.db, kind)
  const entry = {
    ...kind,
    ...writtenReport,
    id: previous?.id ?? randomUUID(),
    generated_at: clock().toISOString(),
    expires_at: dailyReportExpiry(kind.report_date),
  }
  const stored = await putDailyReport(storage.db, entry)
  // Deletes the file that no entry references: the new one if another process was first, otherwise the replaced one.
  const leftOver = stored ? previous?.file : writtenReport.file
  const current = await entryOf(storage.db, kind)
  if (leftOver !== undefined && leftOver !== current?.file) {
    await rm(join(reportsFolder(config.dataDir), leftOver), { force: true })
  }
}

async function entryOf(db: Db, { report_date, source, format }: Kind) {
  const reports = await dailyReportsOf(db, [report_date])
  return reports.find((report) => report.source === source && report.format === format)
}
