import { rm } from 'node:fs/promises'
import { join } from 'node:path'

import { reportErrors } from '@/lib/contract/report-errors'
import { addDays, startOfDay, warsawDay } from '@/lib/domain/calendar'
import type { AnnouncementKeys } from '@/lib/domain/events/announcement-keys'
import { sourceOfReport } from '@/lib/domain/events/sources'
import { filterLists } from '@/lib/domain/filter-lists'
import { findFilter } from '@/lib/service/monitors/statements/filters'
import { isTagUsed } from '@/lib/service/monitors/statements/monitor-tags'
import {
  claimReportJob,
  endReportClaims,
  endReportJob,
  reportJobLease,
  reportMakers,
} from '@/lib/service/reports/statements/report-jobs'
import {
  itemsOfFilters,
  listReportRows,
  monitorsTagged,
  type SelectionItem,
  type StoredReportRow,
} from '@/lib/service/reports/statements/report-rows'
import type { ReportJobTable } from '@/lib/service/reports/tables'
import { whileRenewing } from '@/lib/storage/engine/lease'
import { isOutage } from '@/lib/storage/engine/outage'
import type { Db } from '@/lib/storage/storage'

import type { ServiceDependencies } from '../http/context'
import { toAnnouncementKeys } from '../monitors/announcement-keys'
import { hasHolderEnded, newHolder } from '../process-mark'
import { reportsFolder, ReportWriter, type WrittenReport } from './report-file'

type SelectionInput = Pick<ReportJobTable, 'account_id' | 'filter_id' | 'monitor_tag'>
type KeysTest = (keys: AnnouncementKeys) => boolean

/**
 * Selects the rows of a page for a custom report: those that match an item of its filter and a monitor with its tag;
 * without either, all. Rows are matched by the same keys as events, so everything that raises an event is in the
 * report.
 */
async function rowSelector(
  db: Db,
  job: SelectionInput,
): Promise<(page: StoredReportRow[]) => Promise<StoredReportRow[]>> {
  const tests: KeysTest[] = []
  if (job.filter_id !== null) tests.push(anyOf(await itemsOfFilters(db, job.account_id, [job.filter_id])))
  if (job.monitor_tag !== null) tests.push(anyOf(await taggedItems(db, job.account_id, job.monitor_tag)))
  if (tests.length === 0) return async (page) => page
  return async (page) => {
    const keys = await toAnnouncementKeys(db, page)
    return page.filter((_row, index) => {
      const rowKeys = keys[index]
      return rowKeys !== undefined && tests.every((test) => test(rowKeys))
    })
  }
}

async function taggedItems(db: Db, accountId: string, tag: string): Promise<SelectionItem[]> {
  const monitors = await monitorsTagged(db, accountId, tag)
  const filters = monitors.flatMap(({ filter_id }) => (filter_id === null ? [] : [filter_id]))
  const watched = monitors.flatMap(({ identifier_type: kind, identifier_value: value }) =>
    kind !== null && value !== null ? [{ kind, value }] : [],
  )
  return [...watched, ...(await itemsOfFilters(db, accountId, filters))]
}

function anyOf(items: readonly SelectionItem[]): KeysTest {
  const itemKeys = new Set(items.map(({ kind, value }) => `${kind} ${value}`))
  const kinds = filterLists.filter((kind) => items.some((item) => item.kind === kind))
  return (keys) => kinds.some((kind) => keys[kind].some((value) => itemKeys.has(`${kind} ${value}`)))
}

/** A custom report can be downloaded until the end of the 7th day after it was made. */
export const CUSTOM_REPORT_TTL_DAYS = 7
/** How long a claim survives a process whose end others cannot detect; a detected end releases it immediately. */
export const REPORT_LEASE_MS = 15_000
/**
 * Interval at which a process renews its claim, and so the longest time that it continues with a cancelled report while
 * others wait.
 */
const RENEW_EVERY_MS = 5_000

type Maker = ServiceDependencies & {
  readonly by: string
  readonly stopping: AbortSignal | undefined
}

/**
 * Makes every queued report, alternating between accounts, oldest first within each, and every report whose process has
 * ended. If the process is about to stop, it releases the current report, which the next process starts from the
 * beginning.
 */
export async function makeQueuedReports(dependencies: ServiceDependencies, stopping?: AbortSignal): Promise<void> {
  const maker = { ...dependencies, by: newHolder(), stopping }
  const { clock, storage, by } = maker
  for (const other of await reportMakers(storage.db)) {
    if (hasHolderEnded(other)) await endReportClaims(storage.db, { by: other, at: clock().toISOString() })
  }
  for (;;) {
    if (stopping?.aborted) return
    const now = clock()
    const job = await claimReportJob(storage.db, { by, now: now.toISOString(), until: leaseFrom(now) })
    if (!job) return
    await makeReport(maker, job)
  }
}

const leaseFrom = (now: Date) => new Date(now.getTime() + REPORT_LEASE_MS).toISOString()

async function makeReport(maker: Maker, job: ReportJobTable): Promise<void> {
  const { clock, log, storage, by } = maker
  const end = (ending: Parameters<typeof endReportJob>[2]) =>
    endReportJob(storage.db, { id: job.id, by, finished_at: clock().toISOString() }, ending)
  try {
    if (job.filter_id !== null && !(await findFilter(storage.db, job.account_id, job.filter_id))) {
      await end({ status: 'failed', error: reportErrors.filterGone })
      return
    }
    if (job.monitor_tag !== null && !(await isTagUsed(storage.db, job.account_id, job.monitor_tag))) {
      await end({ status: 'failed', error: reportErrors.tagGone })
      return
    }
    const renew = () => reportJobLease.renew(storage.db, { id: job.id, by, until: leaseFrom(clock()) })
    const writtenReport = await whileRenewing(renew, RENEW_EVERY_MS, (lost) => writeReport(maker, job, lost))
    if (!writtenReport) return
    const expires_at = startOfDay(addDays(warsawDay(clock()), CUSTOM_REPORT_TTL_DAYS + 1)).toISOString()
    const isStored = await end({ status: 'ready', ...writtenReport, expires_at })
    if (!isStored) await removeUnlessReferenced(maker, job, writtenReport.file)
  } catch (error) {
    // The order is valid: once the claim expires, the report is started again.
    if (isOutage(error)) throw error
    log.error({ err: error, job: job.id }, 'custom report failed')
    await end({ status: 'failed', error: reportErrors.broken })
  }
}

/** Returns null if the claim was lost or released in between. */
async function writeReport(maker: Maker, job: ReportJobTable, lost: AbortSignal): Promise<WrittenReport | null> {
  const { config, storage, clock, by, stopping } = maker
  const shouldStop = async () => {
    if (stopping?.aborted) await reportJobLease.renew(storage.db, { id: job.id, by, until: clock().toISOString() })
    return lost.aborted || stopping?.aborted === true
  }
  const select = await rowSelector(storage.db, job)
  // Reading the items of a filter or a tag may take long.
  if (await shouldStop()) return null
  const { source, format, date_from: from, date_to: to } = job
  const writer = await ReportWriter.open({
    folder: reportsFolder(config.dataDir),
    name: `custom/${job.id}`,
    source,
    format,
  })
  try {
    for await (const page of listReportRows(storage.db, { source: sourceOfReport[source], from, to })) {
      for (const { row } of await select(page)) await writer.write(row)
      if (await shouldStop()) {
        await writer.discard()
        return null
      }
    }
    return await writer.finish()
  } catch (error) {
    await writer.discard()
    throw error
  }
}

/** The process that took the job over may have written identical content, and so a file of the same name. */
async function removeUnlessReferenced({ config, storage }: ServiceDependencies, job: ReportJobTable, file: string) {
  const current = await storage.db
    .selectFrom('report_jobs')
    .select(['file', 'status'])
    .where('id', '=', job.id)
    .executeTakeFirst()
  if (current?.file === file || current?.status === 'running') return
  await rm(join(reportsFolder(config.dataDir), file), { force: true })
}
