import { randomUUID } from 'node:crypto'

import type { Insertable } from 'kysely'

import { isApiError } from '@/lib/domain/api-error'
import { recordAudit } from '@/lib/features/audit/audit'
import { abortAfter } from '@/lib/http/abort-after'
import type { CallService } from '@/lib/panel/context'
import { forEachAccount } from '@/lib/panel/each-account'
import type { Db } from '@/lib/storage/storage'

import { ArchiveFault, endsCollecting, isUrgent, toServiceFault } from './archive-fault'
import { parseTexts } from './archive-view'
import {
  hasExpired,
  inExistingAccount,
  lossEvent,
  updateState,
  notifyLost,
  type Trouble,
  turnArchiveOff,
} from './episodes'
import { maintainArchive } from './maintain-archive'
import { locationOf } from './places'
import { archiveName, type IndexEntry, readListedReports } from './report-index'
import { tidySpool } from './spool'
import { insertArchivedReport, listKnownEditions, listUnfinished, markReportLost } from './statements/reports'
import { type ArchivingAccount, changeArchiveSettings, listArchivingAccounts } from './statements/settings'
import { type ArchiveDependencies, serviceAccountOf } from './store-report'
import type { ArchivedReportTable } from './tables'

/** Time between two reads of the index; reading the embedded service's index is free. */
const READ_EVERY_MS = { embedded: 45_000, remote: 5 * 60_000 } as const

/** Time limit for one account in a run; the rest is done in the next run. */
const RUN_LIMIT_MS = 60_000

export async function runArchives(dependencies: ArchiveDependencies, stopping?: AbortSignal): Promise<void> {
  const accounts = await listArchivingAccounts(dependencies.storage.db)
  if (accounts.length === 0) return
  await tidySpool(dependencies.dataDir)
  await forEachAccount(
    accounts,
    (account) => runAccount(dependencies, account, abortAfter(RUN_LIMIT_MS, stopping ? [stopping] : [])),
    {
      ...dependencies,
      // The archive location may be remote even with an embedded service.
      isEmbedded: false,
      stopping,
      job: 'archive',
      accountOf: ({ account_id: id }) => id,
      failureMessage: 'the archive of an account was not updated; the next run retries',
    },
  )
}

async function runAccount(
  dependencies: ArchiveDependencies,
  account: ArchivingAccount,
  stopping?: AbortSignal,
): Promise<void> {
  const indexTrouble = account.enabled === 1 ? await readIndexOf(dependencies, account) : undefined
  await markExpiredLost(dependencies, account)
  // The panel turned it off because of an error that would occur again.
  const placeTrouble =
    account.off_reason === null ? await maintenanceTrouble(dependencies, account, stopping) : undefined
  if (account.enabled !== 1) return
  if (placeTrouble && endsCollecting(placeTrouble.failure)) return turnArchiveOff(dependencies, account, placeTrouble)
  const waiting = await listUnfinished(dependencies.storage.db, account.account_id)
  await updateState(dependencies, account, worstOf([indexTrouble, placeTrouble, ...waiting.map(troubleOf)]))
}

async function maintenanceTrouble(...args: Parameters<typeof maintainArchive>): Promise<Trouble | undefined> {
  try {
    await maintainArchive(...args)
    return undefined
  } catch (error) {
    if (!(error instanceof ArchiveFault)) throw error
    // Keys without the permission to delete still allow collecting, so the failure is reported without turning
    // collecting off.
    const failure = error.failure === 'credentials' ? 'place_error' : error.failure
    return { failure, text: error.message }
  }
}

const troubleOf = ({ state, failure, last_error }: ArchivedReportTable): Trouble | undefined =>
  state === 'failed' && failure !== null
    ? // Safe: only the code that stores reports writes this column.
      { failure: failure as Trouble['failure'], text: last_error ?? '' }
    : undefined

function worstOf(troubles: readonly (Trouble | undefined)[]): Trouble | undefined {
  const real = troubles.filter((each) => each !== undefined)
  return real.find(({ failure }) => isUrgent(failure)) ?? real[0]
}

async function readIndexOf(dependencies: ArchiveDependencies, account: ArchivingAccount): Promise<Trouble | undefined> {
  const { clock, isEmbedded } = dependencies
  const every = READ_EVERY_MS[isEmbedded ? 'embedded' : 'remote']
  // The absolute difference covers a clock that was ahead at the last read.
  if (account.read_at !== null && Math.abs(clock().getTime() - Date.parse(account.read_at)) < every) return undefined
  try {
    const { unreadable } = await insertNewReports(
      dependencies,
      account,
      dependencies.callFor(serviceAccountOf(account)),
    )
    return unreadable === 0
      ? undefined
      : { failure: 'service_refused', text: `${unreadable} entries of the index cannot be read` }
  } catch (error) {
    if (!isApiError(error)) throw error
    const { failure, message: text } = toServiceFault(error)
    return { failure, text }
  }
}

/** Inserts new entries of the index. A report that was created again is another edition with its own row. */
export async function insertNewReports(
  { storage, clock }: Pick<ArchiveDependencies, 'storage' | 'clock'>,
  account: ArchivingAccount,
  callService: CallService,
): Promise<{ entered: number; unreadable: number }> {
  const { db } = storage
  const { entries, unreadable } = await readListedReports(callService)
  const [sources, formats] = [parseTexts(account.sources), parseTexts(account.formats)]
  const wanted = entries.filter(({ source, format }) => sources.includes(source) && formats.includes(format))
  const at = clock().toISOString()
  let entered = 0
  for (const entry of await onlyNewEditions(db, account.account_id, wanted)) {
    if (await insertArchivedReport(db, toRow(entry, account, at))) entered += 1
  }
  await inExistingAccount(storage, account.account_id, (tx) =>
    changeArchiveSettings(tx, account.account_id, { read_at: at }),
  )
  return { entered, unreadable }
}

async function onlyNewEditions(db: Db, accountId: string, wanted: readonly IndexEntry[]): Promise<IndexEntry[]> {
  const oldest = wanted.map(({ report_date }) => report_date).toSorted()[0]
  if (oldest === undefined) return []
  const knownEditions = await listKnownEditions(db, accountId, oldest)
  return wanted.filter(({ id, generated_at }) => !knownEditions.has(`${id} ${generated_at}`))
}

const toRow = (entry: IndexEntry, account: ArchivingAccount, at: string): Insertable<ArchivedReportTable> => {
  const { id: report_id, ...described } = entry
  return {
    ...described,
    id: randomUUID(),
    account_id: account.account_id,
    report_id,
    name: archiveName(entry),
    place: account.place,
    location: locationOf(account),
    state: 'waiting',
    attempts: 0,
    next_at: at,
    entered_at: at,
    is_unlisted: 0,
  }
}

async function markExpiredLost(dependencies: ArchiveDependencies, account: ArchivingAccount): Promise<void> {
  const { storage, clock } = dependencies
  const now = clock()
  const expired = (await listUnfinished(storage.db, account.account_id)).filter((row) => hasExpired(row, now))
  if (expired.length === 0) return
  await inExistingAccount(storage, account.account_id, async (db) => {
    const lost: ArchivedReportTable[] = []
    for (const row of expired) {
      if (!(await markReportLost(db, { id: row.id, failure: 'expired', now: now.toISOString() }))) continue
      await recordAudit(db, lossEvent(row, 'expired', now))
      lost.push(row)
    }
    // If a user turned collecting off, the loss is recorded but nobody is notified.
    const isWanted = account.enabled === 1 || account.off_reason !== null
    if (lost.length > 0 && isWanted) await notifyLost({ db, dependencies, account }, lost)
  })
}
