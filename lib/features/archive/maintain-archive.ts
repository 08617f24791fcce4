import { recordAudit } from '@/lib/features/audit/audit'

import { type ArchivePlace, originalName } from './archive-place'
import { inExistingAccount } from './episodes'
import { locationOf, openPlace } from './places'
import { manifestName } from './report-index'
import { realDisk } from './spool'
import {
  findByName,
  listDayReports,
  listStoredBefore,
  listUnlistedDays,
  markListed,
  markRemoved,
} from './statements/reports'
import { type ArchivingAccount, changeArchiveSettings } from './statements/settings'
import type { ArchiveDependencies } from './store-report'
import type { ArchivedReportTable } from './tables'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Reports that are removed and recorded in one transaction. */
const REMOVE_BATCH = 200
/** How often a manifest is rewritten while more reports of its day arrive. */
const MAX_REWRITES = 5

type MaintenanceContext = {
  readonly dependencies: ArchiveDependencies
  readonly account: ArchivingAccount
  readonly place: ArchivePlace
  readonly now: Date
  readonly stopping: AbortSignal | undefined
}

/**
 * Writes manifests, removes old reports and cleans up leftovers as they become due. Throws `ArchiveFault` if the
 * location refuses.
 */
export async function maintainArchive(
  dependencies: ArchiveDependencies,
  account: ArchivingAccount,
  stopping?: AbortSignal,
): Promise<void> {
  const { storage, clock, dataDir, secrets, outgoing, archiveDisk: disk = realDisk } = dependencies
  const now = clock()
  const days = () => listUnlistedDays(storage.db, account.account_id, locationOf(account))
  const { removes, tidies } = dueTasks(account, now)
  if (!removes && !tidies && (await days()).length === 0) return
  const place = await openPlace({ dataDir, secrets, outgoing, disk }, account)
  try {
    const work: MaintenanceContext = { dependencies, account, place, now, stopping }
    if (removes) await removeOld(work, account.keep_days ?? 0)
    await writeManifests(work, await days())
    if (tidies) await tidyPlace(work)
  } finally {
    place.close()
  }
}

const dueTasks = ({ keep_days, removal_at, tidied_at }: ArchivingAccount, now: Date) => ({
  removes: keep_days !== null && removal_at !== null && removal_at <= now.toISOString(),
  tidies: tidied_at === null || Math.abs(now.getTime() - Date.parse(tidied_at)) >= HOUR_MS,
})

const isStopping = ({ stopping }: Pick<MaintenanceContext, 'stopping'>): boolean => stopping?.aborted === true

/**
 * Removes only files that have a row; other files in the location stay. An interrupted removal continues with the next
 * run.
 */
async function removeOld(
  { dependencies, account, place, now, stopping }: MaintenanceContext,
  keepDays: number,
): Promise<void> {
  const { storage } = dependencies
  const { account_id: accountId } = account
  const before = new Date(now.getTime() - keepDays * DAY_MS).toISOString()
  for (;;) {
    if (isStopping({ stopping })) return
    const scope = { accountId, before, location: locationOf(account), limit: REMOVE_BATCH }
    const rows = await listStoredBefore(storage.db, scope)
    if (rows.length === 0) break
    const removed: ArchivedReportTable[] = []
    for (const row of rows) {
      if (isStopping({ stopping })) break
      await place.remove(row.name)
      removed.push(row)
    }
    if (removed.length === 0) return
    await inExistingAccount(storage, accountId, async (db) => {
      await markRemoved(
        db,
        removed.map(({ id }) => id),
        now.toISOString(),
      )
      const event = {
        accountId,
        actor: 'panel',
        action: 'archive.remove',
        after: summaryOf(removed, keepDays),
        now,
      } as const
      await recordAudit(db, event)
    })
  }
  const removal_at = new Date(now.getTime() + DAY_MS).toISOString()
  await inExistingAccount(storage, accountId, (tx) => changeArchiveSettings(tx, accountId, { removal_at }))
}

function summaryOf(rows: readonly ArchivedReportTable[], keep_days: number) {
  const days = rows.map(({ report_date }) => report_date).toSorted()
  const bytes = rows.reduce((sum, { size_bytes }) => sum + (size_bytes ?? 0), 0)
  return { reports: rows.length, bytes, date_from: days[0], date_to: days.at(-1), keep_days }
}

async function writeManifests(
  work: MaintenanceContext,
  days: readonly { readonly report_date: string }[],
): Promise<void> {
  for (const { report_date } of days) {
    if (isStopping(work)) return
    await writeManifest(work, report_date)
  }
}

/** Writes the whole manifest after its reports, and again if their states changed in between. */
async function writeManifest({ dependencies, account, place, now }: MaintenanceContext, day: string): Promise<void> {
  const { db } = dependencies.storage
  const scope = { accountId: account.account_id, location: locationOf(account), day }
  let rows = await listDayReports(db, scope)
  for (let attempt = 0; attempt < MAX_REWRITES; attempt += 1) {
    const stored = rows.filter(({ state }) => state === 'stored')
    if (stored.length === 0) await place.remove(manifestName(day))
    else await place.putText(manifestName(day), manifestOf(day, stored, now))
    const after = await listDayReports(db, scope)
    const isSame = stateOf(after) === stateOf(rows)
    rows = after
    if (isSame) break
  }
  await markListed(db, rows)
}

const stateOf = (rows: readonly ArchivedReportTable[]): string =>
  rows.map(({ id, state }) => `${id} ${state}`).join('\n')

const manifestOf = (report_date: string, rows: readonly ArchivedReportTable[], now: Date): string =>
  `${JSON.stringify(
    {
      report_date,
      written_at: now.toISOString(),
      reports: rows.map(
        ({ name, report_id, source, format, generated_at, row_count, size_bytes, sha256, stored_at }) => ({
          name,
          report_id,
          source,
          format,
          generated_at,
          row_count,
          size_bytes,
          sha256,
          stored_at,
        }),
      ),
    },
    null,
    2,
  )}\n`

async function tidyPlace({ dependencies, account, place, now }: MaintenanceContext): Promise<void> {
  const { storage, log } = dependencies
  const { db } = storage
  const isAbandoned = async (name: string) => {
    const row = await findByName(db, account.account_id, originalName(name))
    // A file without a row may belong to another user of the bucket.
    return row !== undefined && (row.claimed_until === null || row.claimed_until <= now.toISOString())
  }
  // Some services cannot list uploads, or the keys lack the permission; neither is critical.
  await place
    .tidy(isAbandoned)
    .catch((error: unknown) =>
      log.warn({ err: error, account: account.slug }, 'unfinished uploads could not be listed'),
    )
  await inExistingAccount(storage, account.account_id, (tx) =>
    changeArchiveSettings(tx, account.account_id, { tidied_at: now.toISOString() }),
  )
}
