import { randomUUID } from 'node:crypto'

import type { Logger } from 'pino'

import { monitoringWriters } from '@/lib/contract/operation'
import type { Role } from '@/lib/domain/roles'
import { type AuditEvent, recordAudit } from '@/lib/features/audit/audit'
import type { AuditDetails } from '@/lib/features/audit/domain/audit-words'
import { findLiveSession } from '@/lib/features/auth/statements/sessions'
import { HttpError } from '@/lib/http/errors'
import { inAccounts } from '@/lib/storage/engine/account-lock'
import type { Db, Storage } from '@/lib/storage/storage'

import type { DownloadPurpose } from './contract'
import { purposeText } from './purpose'
import { brokenReasonOf, noteEnded, noteRunning, RefusedDownload } from './running-downloads'
import { findReportDownload, insertReportDownload, restartReportDownload, updateReportDownload } from './statements'

export type SentFile = {
  readonly storage: Storage
  readonly log: Logger
  readonly clock: () => Date
  readonly sessionId: string
  readonly accountId: string
  readonly user: { readonly id: string; readonly email: string }
  readonly address: string
  /** Id of the download, for its first request and for every continuation. */
  readonly id: string
  readonly report: {
    readonly id: string
    readonly report_date: string
    readonly source: string
    readonly format: string
  }
  readonly purpose: DownloadPurpose | null
  /** Position in the file of the first byte of this response. */
  readonly start: number
  /** Size of the whole file; null if unknown. */
  readonly sizeBytes: number | null
  /** Strong ETag of the whole file; null if the service sends none. */
  readonly etag: string | null
  readonly action: 'reports.download' | 'reports.downloadNew' | 'archive.download'
  /** Target of the audit entry, if it is not the report's id. */
  readonly target?: string | null
  readonly details: AuditDetails
  /** Runs in the transaction that marks the file as completely downloaded. */
  readonly onComplete?: (db: Db, at: string) => Promise<void>
  readonly onProgress?: (db: Db, at: string) => Promise<void>
}

type Bytes = AsyncGenerator<Uint8Array, unknown>
/** Interval of updating the row's progress and checking the session. */
const BEAT_MS = 2000

/**
 * Records the sending of a file: a row is created before the first byte and shows the progress; an audit entry is
 * written when the whole file or the requested part was sent. For an interrupted download `reportDownloadsJob` writes
 * the entry, unless it is continued before.
 */
export async function recordSending(input: SentFile, bytes: Bytes): Promise<Bytes> {
  const file = { ...input, id: await idFor(input) }
  const { storage, id, report, user, accountId, purpose, clock, etag, start } = file
  const row = {
    id,
    account_id: accountId,
    report_id: report.id,
    report_date: report.report_date,
    source: report.source,
    format: report.format,
    user_id: user.id,
    user_email: user.email,
    at: clock().toISOString(),
    bytes: 0,
    is_whole: 0,
    purpose: purpose && purposeText(purpose),
    etag,
  }
  const isNew = await insertReportDownload(storage.db, row)
  const storedRow = isNew ? row : await findReportDownload(storage.db, id)
  if (storedRow?.account_id !== accountId || storedRow.user_id !== user.id || storedRow.report_id !== report.id) {
    throw new HttpError('foreign_download', 'This address belongs to another download')
  }
  const isOtherEdition = start === 0 && storedRow.etag !== etag
  if (isOtherEdition) await restartReportDownload(storage.db, id, row)
  return passOn(file, bytes, isOtherEdition ? 0 : storedRow.bytes)
}

/**
 * Returns the id under which the part is recorded. A part that begins after the end of what was sent gets a separate
 * download, because otherwise the earlier one would seem complete despite the gap. The same applies to a file without
 * an ETag, whose identity is unknown, and to another edition of a completely sent file. Throws 409 `report_changed` for
 * a part of another edition than the one sent before.
 */
async function idFor({ storage, id, start, etag }: SentFile): Promise<string> {
  const earlier = await findReportDownload(storage.db, id)
  if (earlier === undefined) return start === 0 ? id : randomUUID()
  const isSame = earlier.etag === etag
  if (start === 0) return earlier.is_whole === 1 && !isSame ? randomUUID() : id
  if (!isSame) {
    throw new HttpError(
      'report_changed',
      'The report was created again since this download began: start a new download',
    )
  }
  return start > earlier.bytes || etag === null ? randomUUID() : id
}

/** `base`: bytes of the file that were sent before, from the first byte on. */
async function* passOn(file: SentFile, bytes: Bytes, base: number): AsyncGenerator<Uint8Array, void> {
  const { id, start } = file
  let at = start
  let refusal: Error | undefined
  let failure: unknown
  let hasEnded = false
  const coveredBytes = () => (start <= base ? Math.max(base, at) : base + at - start)
  const progressTimer = setInterval(() => {
    void updateProgress(file, coveredBytes()).catch((error: unknown) => (refusal = asError(error)))
  }, BEAT_MS)
  noteRunning(id)
  try {
    for (let next = await bytes.next(); next.done !== true; next = await bytes.next()) {
      yield next.value
      at += next.value.byteLength
      if (refusal) throw refusal
    }
    hasEnded = true
  } catch (error) {
    failure = error
    throw error
  } finally {
    clearInterval(progressTimer)
    await bytes.return(undefined).catch(() => undefined)
    const isWhole = hasEnded && start <= base && (file.sizeBytes === null || coveredBytes() === file.sizeBytes)
    await finishSending(file, { bytes: coveredBytes(), isWhole, hasEnded })
    noteEnded(id, hasEnded ? undefined : brokenReasonOf(failure))
  }
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))

async function updateProgress(file: SentFile, bytes: number): Promise<void> {
  const { storage, id, sessionId, accountId, clock, log } = file
  const at = clock().toISOString()
  const update = updateReportDownload(storage.db, id, { bytes, is_whole: 0, at })
  await update
    .then(() => file.onProgress?.(storage.db, at))
    .catch((error: unknown) => {
      log.warn({ err: error, download: id }, 'the progress of a download could not be stored')
    })
  const session = await findLiveSession(storage.db, sessionId, at).catch(() => 'unknown' as const)
  // The session could not be checked; it is checked again with the next beat.
  if (session === 'unknown') return
  const roles: readonly Role[] = monitoringWriters
  const isAllowed = session !== undefined && session.account_id === accountId && roles.includes(session.role)
  if (!isAllowed) throw new RefusedDownload('The session has ended, or its role may no longer download the file')
}

type Outcome = { readonly bytes: number; readonly isWhole: boolean; readonly hasEnded: boolean }

/**
 * The download cannot be undone if the audit entry fails to be written, so its full content goes to the operational
 * log.
 */
async function finishSending(file: SentFile, { bytes, isWhole, hasEnded }: Outcome): Promise<void> {
  const { storage, id, log, accountId, user } = file
  const now = file.clock()
  const at = now.toISOString()
  try {
    const reached = { bytes, is_whole: isWhole ? 1 : 0, at }
    if (!hasEnded) return await updateReportDownload(storage.db, id, reached)
    await inAccounts(storage, [accountId], async (db) => {
      await updateReportDownload(db, id, reached)
      if (isWhole) await file.onComplete?.(db, at)
      const event = eventOf(file, { bytes, outcome: isWhole ? 'whole' : 'part' })
      await recordAudit(db, { ...event, now })
    })
  } catch (error) {
    const fields = {
      err: error,
      action: file.action,
      target: file.report.id,
      actor: user.email,
      account: accountId,
      bytes,
    }
    log.error(fields, 'a download could not be recorded in the audit log')
  }
}

type OutcomeDetails = { readonly bytes: number; readonly outcome: 'whole' | 'part' | 'broken' }

function eventOf(file: SentFile, outcomeDetails: OutcomeDetails): Omit<AuditEvent, 'now'> {
  const { accountId, user, address, id, report, purpose, action, details } = file
  const purposeFields =
    purpose === null ? {} : { purpose: purpose.purpose, ...(purpose.note !== '' && { reason: purpose.note }) }
  return {
    accountId,
    actor: user.email,
    action,
    target: file.target === undefined ? report.id : file.target,
    after: { ...details, ...outcomeDetails, ...purposeFields },
    address,
    requestId: id,
  }
}
