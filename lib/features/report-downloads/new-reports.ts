import type { OperationAnswer } from '@/lib/client/client'
import type { ReportFormat } from '@/lib/contract/reports'
import { compareValues } from '@/lib/domain/collections/compare-values'
import type { PanelContext } from '@/lib/panel/context'

import { listDownloadedReports } from './statements'
import type { SkippedReport, ReportZipEntry } from './zip'

type IndexEntry = OperationAnswer<'reports.dailyIndex'>[number]
type ReportChoice = { readonly format: ReportFormat; readonly source?: readonly string[] | undefined }
type FindContext = Pick<PanelContext, 'callService' | 'storage' | 'account' | 'user' | 'now'>

export type NewReports = { readonly planned: readonly ReportZipEntry[]; readonly skipped: readonly SkippedReport[] }

/**
 * Lists the available daily reports that the caller has not completely downloaded since they were generated, the
 * soonest to expire first. A report that was generated again counts as new.
 */
export async function findNewReports(context: FindContext, { format, source = [] }: ReportChoice): Promise<NewReports> {
  const { callService, storage, account, user, now } = context
  const [listed, downloadTimes] = await Promise.all([
    callService('reports.dailyIndex', { query: {} }),
    listDownloadedReports(storage.db, account.id, user.id),
  ])
  const wanted = listed.filter(
    (report) =>
      report.format === format &&
      !isDownloaded(report, downloadTimes.get(report.id)) &&
      (source.length === 0 || source.includes(report.source ?? '')),
  )
  const names = new Set<string>()
  const planned: ReportZipEntry[] = []
  const skipped: SkippedReport[] = []
  for (const report of wanted.toSorted(byExpiry)) {
    const plan = planOf(report, format)
    if (report.size_bytes === undefined) skipped.push({ ...plan, reason: 'size_unknown' })
    else if (Date.parse(report.expires_at ?? '') <= now.getTime()) skipped.push({ ...plan, reason: 'expired' })
    else planned.push({ ...plan, name: freeName(plan.name, names), size_bytes: report.size_bytes })
  }
  return { planned, skipped }
}

const isDownloaded = ({ generated_at: generatedAt }: IndexEntry, at: string | undefined): boolean =>
  at !== undefined && !(Date.parse(generatedAt ?? '') > Date.parse(at))

const byExpiry = (a: IndexEntry, b: IndexEntry): number => compareValues(a.expires_at ?? '', b.expires_at ?? '')

function planOf(report: IndexEntry, format: ReportFormat): Omit<ReportZipEntry, 'size_bytes'> {
  const { id, source = '', report_date = '', row_count = null, generated_at = null, expires_at = null } = report
  const name = `${[source, report_date].map(plain).filter(Boolean).join('-') || 'report'}.${format}`
  return { id, name, source, format, report_date, row_count, generated_at, expires_at }
}

const plain = (text: string): string => text.replaceAll(/[^\w-]+/g, '-')

function freeName(name: string, names: Set<string>): string {
  let free = name
  for (let number = 2; names.has(free); number += 1) free = name.replace(/\.(\w+)$/, `-${number}.$1`)
  names.add(free)
  return free
}
