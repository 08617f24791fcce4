import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'

import { type ApiError, isApiError } from '@/lib/domain/api-error'
import { instantAfter, waitAfter } from '@/lib/domain/back-off'
import { recordAudit } from '@/lib/features/audit/audit'
import { openReport } from '@/lib/features/reports/report-reader'
import type { CallingAccount, PanelJobDependencies } from '@/lib/panel/job'
import { whileRenewing } from '@/lib/storage/engine/lease'

import { type ArchiveFault, endsCollecting, toArchiveFault } from './archive-fault'
import { reportDetails, hasExpired, inExistingAccount, lossEvent, notifyLost, turnArchiveOff } from './episodes'
import { locationOf, openPlace } from './places'
import { type IndexEntry, readListedReports } from './report-index'
import { realDisk, type SpoolDisk, spoolReport, touchSpooled } from './spool'
import { archiveLease, claimArchivedReport } from './statements/reports'
import { type ArchivingAccount, findArchivingAccount } from './statements/settings'
import type { ArchivedReportTable } from './tables'

/** How long one process owns a report; it renews the claim well before the end. */
export const ARCHIVE_LEASE_MS = 120_000
const RENEW_MS = ARCHIVE_LEASE_MS / 4
const MINUTE_MS = 60_000
/** Delays after each failed attempt, then hourly until the report expires. */
const RETRY_DELAYS = { waitsMs: [1, 2, 5, 15, 30].map((minutes) => minutes * MINUTE_MS), lastMs: 60 * MINUTE_MS }

export type ArchiveDependencies = PanelJobDependencies & { readonly archiveDisk?: SpoolDisk }

export async function storeOne(dependencies: ArchiveDependencies, id: string, stopping?: AbortSignal): Promise<void> {
  const { storage, clock } = dependencies
  const claimId = randomUUID()
  const until = () => new Date(clock().getTime() + ARCHIVE_LEASE_MS).toISOString()
  const row = await claimArchivedReport(storage.db, { id, by: claimId, now: clock().toISOString(), until: until() })
  const account = row && (await findArchivingAccount(storage.db, row.account_id))
  if (!row || !account) return
  if (account.enabled !== 1) {
    // Collecting was turned off since the report was listed as due.
    await archiveLease.settle(storage.db, { id, by: claimId })
    return
  }
  let run: StoreRun | undefined
  const renew = () => {
    if (run?.spooled !== undefined) void touchSpooled(run.spooled, new Date())
    return archiveLease.renew(storage.db, { id, by: claimId, until: until() })
  }
  await whileRenewing(renew, RENEW_MS, async (lost) => {
    const signal = AbortSignal.any([lost, ...(stopping ? [stopping] : [])])
    run = { dependencies, row, account, by: claimId, signal, spooled: undefined }
    await recordOutcome(run, await outcomeOf(run))
  })
}

type StoreRun = {
  readonly dependencies: ArchiveDependencies
  readonly row: ArchivedReportTable
  readonly account: ArchivingAccount
  readonly by: string
  readonly signal: AbortSignal
  /** Path of the spooled file. */
  spooled: string | undefined
}

type Outcome =
  | {
      readonly kind: 'stored'
      readonly name: string
      readonly sizeBytes: number
      readonly sha256: string
      readonly undo: () => Promise<void>
    }
  | { readonly kind: 'failed'; readonly failure: ArchiveFault['failure']; readonly text: string }
  | { readonly kind: 'lost'; readonly because: 'expired' | 'replaced' | 'gone' }
  /** The process is stopping or has lost its claim, so the state of the report stays unchanged. */
  | { readonly kind: 'left' }

async function outcomeOf(run: StoreRun): Promise<Outcome> {
  try {
    return await copyReport(run)
  } catch (error) {
    if (run.signal.aborted) return { kind: 'left' }
    const loss =
      isApiError(error) && (error.status === 410 || error.status === 404)
        ? await lossAfterRefusal(run, error)
        : undefined
    if (loss !== undefined) return loss
    const { failure, message } = toArchiveFault(error)
    run.dependencies.log.warn({ err: error, report: run.row.report_id, failure }, 'a report was not archived')
    return { kind: 'failed', failure, text: message }
  }
}

/**
 * Copies a report from the service to its location. The index is checked before and after, which proves that the bytes
 * belong to this edition.
 */
async function copyReport(run: StoreRun): Promise<Outcome> {
  const { dependencies, row, account } = run
  const { dataDir, secrets, outgoing, archiveDisk: disk = realDisk } = dependencies
  const before = await checkEdition(run)
  if (before !== undefined) return before
  const place = await openPlace({ dataDir, secrets, outgoing, disk }, account)
  try {
    const file = await openReport({
      fetchService: dependencies.fetchFor(serviceAccountOf(account)),
      id: row.report_id,
      signal: run.signal,
      ...(row.size_bytes !== null && { sizeBytes: row.size_bytes }),
    })
    const report = await spoolReport({ dataDir, name: `${row.id}.${run.by}`, disk }, file)
    run.spooled = report.path
    const after = await checkEdition(run)
    if (after !== undefined) return after
    const name = await place.put(row.name, report, run.signal)
    const undo = async () => {
      const reopened = await openPlace({ dataDir, secrets, outgoing, disk }, account)
      await reopened.remove(name).finally(() => reopened.close())
    }
    return { kind: 'stored', name, sizeBytes: report.sizeBytes, sha256: report.sha256, undo }
  } finally {
    if (run.spooled !== undefined) await rm(run.spooled, { force: true })
    place.close()
  }
}

/** The account whose API key is used for calls to the service. */
export const serviceAccountOf = (account: ArchivingAccount): CallingAccount => ({ ...account, id: account.account_id })

/**
 * Returns undefined while the service offers this edition. A report missing from the index may reappear until it
 * expires.
 */
async function checkEdition({ dependencies, row, account }: StoreRun): Promise<Outcome | undefined> {
  const { entries } = await readListedReports(dependencies.callFor(serviceAccountOf(account)), { day: row.report_date })
  const found = entries.find(({ id }) => id === row.report_id)
  if (found !== undefined) return isEdition(row, found) ? undefined : { kind: 'lost', because: 'replaced' }
  if (hasExpired(row, dependencies.clock())) return { kind: 'lost', because: 'expired' }
  const isDated = !Number.isNaN(Date.parse(row.expires_at))
  if (!isDated && row.attempts >= RETRY_DELAYS.waitsMs.length) return { kind: 'lost', because: 'gone' }
  return { kind: 'failed', failure: 'service_refused', text: 'The daily index does not list the report' }
}

const isEdition = (row: ArchivedReportTable, found: IndexEntry): boolean => row.generated_at === found.generated_at

/** If the service refuses the file, its index decides whether the report is lost. */
async function lossAfterRefusal(run: StoreRun, { status }: ApiError): Promise<Outcome | undefined> {
  const listed = await checkEdition(run).catch(() => undefined)
  if (listed !== undefined) return listed
  return status === 410 ? { kind: 'lost', because: 'expired' } : undefined
}

async function recordOutcome(run: StoreRun, outcome: Outcome): Promise<void> {
  const { dependencies, row, by } = run
  const { storage, clock } = dependencies
  const claim = { id: row.id, by }
  if (outcome.kind === 'stored') return recordStored(run, outcome)
  if (outcome.kind === 'left') {
    await archiveLease.settle(storage.db, claim)
    return
  }
  if (outcome.kind === 'lost') return recordLost(run, outcome.because)
  await archiveLease.settle(storage.db, claim, {
    state: 'failed',
    attempts: row.attempts + 1,
    next_at: instantAfter(clock(), waitAfter(row.attempts + 1, RETRY_DELAYS) ?? 0),
    failure: outcome.failure,
    last_error: outcome.text,
  })
  if (endsCollecting(outcome.failure))
    await turnArchiveOff(dependencies, run.account, { failure: outcome.failure, text: outcome.text })
}

/**
 * Writes the state and the audit log entry in one transaction. If the account was deleted in between, the file is
 * removed.
 */
async function recordStored(run: StoreRun, outcome: Extract<Outcome, { kind: 'stored' }>): Promise<void> {
  const { row, account, by, dependencies } = run
  const { storage, clock } = dependencies
  const now = clock()
  const { place } = account
  const isRecorded = await inExistingAccount(storage, row.account_id, async (db) => {
    const isSettled = await archiveLease.settle(
      db,
      { id: row.id, by },
      {
        state: 'stored',
        attempts: row.attempts + 1,
        name: outcome.name,
        place,
        location: locationOf(account),
        size_bytes: outcome.sizeBytes,
        sha256: outcome.sha256,
        failure: null,
        last_error: null,
        stored_at: now.toISOString(),
        verified_at: null,
        is_unlisted: 1,
      },
    )
    if (!isSettled) return false
    const after = {
      ...reportDetails(row),
      rows: row.row_count,
      bytes: outcome.sizeBytes,
      sha256: outcome.sha256,
      place,
      file: outcome.name,
    }
    const event = {
      accountId: row.account_id,
      actor: 'panel',
      action: 'archive.store',
      target: row.id,
      after,
      now,
    } as const
    await recordAudit(db, event)
    return true
  })
  // Without a claim another process stores the same bytes under the same name, so the file stays. Only a deleted
  // account leaves it without an owner.
  const isDeleted = isRecorded !== true && (await findArchivingAccount(storage.db, row.account_id)) === undefined
  if (isDeleted) await outcome.undo()
}

async function recordLost(
  { row, account, by, dependencies }: StoreRun,
  because: 'expired' | 'replaced' | 'gone',
): Promise<void> {
  const { storage, clock } = dependencies
  await inExistingAccount(storage, row.account_id, async (db) => {
    const change = { state: 'lost', failure: because } as const
    if (!(await archiveLease.settle(db, { id: row.id, by }, change))) return
    await recordAudit(db, lossEvent(row, because, clock()))
    // A replaced report is not reported as lost, because its newer edition is stored.
    if (because !== 'replaced') await notifyLost({ db, dependencies, account }, [row])
  })
}
