import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'

import { isPersonalReport } from '@/lib/domain/events/sources'
import { recordAudit } from '@/lib/features/audit/audit'
import type { DownloadPurpose } from '@/lib/features/report-downloads/contract'
import { requirePurpose } from '@/lib/features/report-downloads/purpose'
import { recordSending, type SentFile } from '@/lib/features/report-downloads/record-sending'
import { streamOf } from '@/lib/features/report-downloads/stream-of'
import { HttpError } from '@/lib/http/errors'
import type { PanelContext } from '@/lib/panel/context'

import { ArchiveFault } from './archive-fault'
import { ChangedFile, verifiedChunks } from './archive-hash'
import type { ArchivePlace, StoredFile } from './archive-place'
import { reportDetails, inExistingAccount, lossEvent } from './episodes'
import { locationOf, openPlace } from './places'
import { realDisk } from './spool'
import { changeArchivedReport, findArchivedReport } from './statements/reports'
import { findArchiveSettings } from './statements/settings'
import type { ArchivedReportTable } from './tables'

/**
 * Sends a stored report; the last bytes are sent only after the hash was verified. It is treated like a download from
 * the service: it requires a purpose if persons are named, is recorded, and stops when the session ends.
 */
export async function downloadArchived(id: string, context: PanelContext): Promise<Response> {
  const { storage, dataDir, secrets, outgoing } = context
  const { row, settings } = await findStored(id, context)
  const session = { sessionId: context.sessionId, accountId: context.account.id }
  const purpose = isPersonalReport(row.source) ? await requirePurpose(storage.db, session, context.now) : null
  const place = await openPlace({ dataDir, secrets, outgoing, disk: realDisk }, settings).catch(throwUnavailable)
  try {
    const file = await place.open(row.name).catch(throwUnavailable)
    if (file === undefined) throw await markLost(context, row, 'file_gone')
    const expected = { sizeBytes: row.size_bytes ?? 0, sha256: row.sha256 ?? '' }
    if (file.sizeBytes !== null && file.sizeBytes !== expected.sizeBytes) {
      file.stream.destroy()
      throw await markLost(context, row, 'file_changed')
    }
    const bytes = await recordSending(
      downloadRecord(context, row, purpose),
      bytesOf(context, row, { place, file, expected }),
    ).catch((error: unknown) => {
      file.stream.destroy()
      throw error
    })
    return toResponse(row, streamOf(bytes, context.request.signal))
  } catch (error) {
    place.close()
    throw error
  }
}

async function findStored(id: string, { storage, account }: PanelContext) {
  const row = await findArchivedReport(storage.db, account.id, id)
  const settings = await findArchiveSettings(storage.db, account.id)
  if (row?.state !== 'stored' || !settings) throw notStored(row)
  if (row.location !== locationOf(settings))
    throw new HttpError('gone', 'The report is in a bucket that is no longer configured')
  return { row, settings }
}

const notStored = (row: ArchivedReportTable | undefined) =>
  row === undefined || row.state === 'waiting' || row.state === 'failed'
    ? new HttpError('not_found', 'There is no such stored report')
    : new HttpError('gone', 'The report is no longer stored')

function throwUnavailable(error: unknown): never {
  if (!(error instanceof ArchiveFault)) throw error
  const extra = { failure: error.failure }
  throw new HttpError('unavailable', `The place of the report cannot be read: ${error.message}`, { extra })
}

/** Marks the report as lost, so that it is no longer listed as stored. */
async function markLost(context: PanelContext, row: ArchivedReportTable, failure: 'file_gone' | 'file_changed') {
  const { storage, now } = context
  await inExistingAccount(storage, row.account_id, async (db) => {
    await changeArchivedReport(db, row.id, { state: 'lost', failure, is_unlisted: 1 })
    await recordAudit(db, lossEvent(row, failure, now))
  })
  return new HttpError(
    'gone',
    failure === 'file_gone' ? 'The file no longer exists' : 'The file differs from what was stored',
  )
}

function downloadRecord(context: PanelContext, row: ArchivedReportTable, purpose: DownloadPurpose | null): SentFile {
  const { storage, log, sessionId, account, user, address } = context
  const { report_id: id, report_date, source, format, size_bytes: sizeBytes, sha256, name } = row
  return {
    storage,
    log,
    clock: () => new Date(),
    sessionId,
    accountId: account.id,
    user,
    address,
    id: randomUUID(),
    report: { id, report_date, source, format },
    purpose,
    start: 0,
    sizeBytes,
    etag: `"${sha256 ?? ''}"`,
    action: 'archive.download',
    target: row.id,
    details: { ...reportDetails(row), sha256, file: name },
  }
}

type StoredFileInput = {
  readonly place: ArchivePlace
  readonly file: StoredFile
  readonly expected: { readonly sizeBytes: number; readonly sha256: string }
}

async function* bytesOf(context: PanelContext, row: ArchivedReportTable, { place, file, expected }: StoredFileInput) {
  try {
    yield* verifiedChunks(file.stream, expected)
    const verified_at = new Date().toISOString()
    await changeArchivedReport(context.storage.db, row.id, { verified_at })
  } catch (error) {
    if (error instanceof ChangedFile) await markLost(context, row, 'file_changed')
    throw error
  } finally {
    file.stream.destroy()
    place.close()
  }
}

const toResponse = ({ name, format, size_bytes, sha256 }: ArchivedReportTable, body: ReadableStream): Response =>
  new Response(body, {
    headers: {
      'content-type': format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json',
      'content-disposition': `attachment; filename="${basename(name)}"`,
      'content-length': String(size_bytes ?? 0),
      etag: `"${sha256 ?? ''}"`,
    },
  })
