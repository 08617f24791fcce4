import { runSteps } from '@/lib/client/run-steps'
import { isApiError, unlessMissing } from '@/lib/domain/api-error'
import { type IdentifierType, maskPesels } from '@/lib/domain/identifiers/identifiers'
import { isMaskedText } from '@/lib/domain/identifiers/masked-text'
import { type AuditEvent, recordAudit } from '@/lib/features/audit/audit'
import { parseTags } from '@/lib/features/bulk-tags/bulk-tag-job'
import { retryPatiently, type WatchedRecord } from '@/lib/features/personal-data/watched-records'
import type { PanelContext } from '@/lib/panel/context'
import { withMutex } from '@/lib/panel/mutex'
import { inTransaction } from '@/lib/service/metering/statements/group-commit'
import { inAccounts } from '@/lib/storage/engine/account-lock'

import type { ImportRecordAnswer } from './contract'
import { countUndoable, toOneImport } from './read'
import { listImportMonitors, updateImportMonitor, closeImportUndo, type StoredImport } from './statements'
import type { ImportMonitorTable } from './tables'

type State = ImportMonitorTable['state']
export type UndoContext = Pick<PanelContext, 'storage' | 'callService' | 'now' | 'requestId'> & {
  readonly actor: string
}
type UndoPart = { readonly importId: string; readonly limit: number; readonly unnamed?: boolean }

/** The service changes one monitor per call; parallel calls share their commits on SQLite. */
const PARALLEL_CALLS = 16
/** Ends a part also if a remote service is slow, so that the caller gets an answer and progress is visible. */
const PART_MS = 15_000

/**
 * Undoes at most `limit` effects that are unchanged; the others get a state that tells why not. Parts of one import run
 * one at a time, because a second one would find missing what the first has just deleted.
 */
export function undoPart(context: UndoContext, part: UndoPart): Promise<void> {
  const { storage, now } = context
  const mutex = { name: `import-undo:${part.importId}`, busy: 'This import is already being undone' }
  return withMutex({ storage, now, ...mutex }, () => runPart(context, part))
}

async function runPart(context: UndoContext, { importId, limit, unnamed }: UndoPart): Promise<void> {
  const { storage, now, actor } = context
  const rows = await listImportMonitors(storage.db, { importId, state: 'kept', unnamed, limit })
  const run = async (row: ImportMonitorTable) => {
    const state = await undoMonitor(context, row)
    const undoFields = state === 'undone' ? { undone_at: now.toISOString(), undone_by: actor } : {}
    await inTransaction(storage, (db) => updateImportMonitor(db, row, { state, ...undoFields }))
  }
  const { error } = await runSteps({ items: rows, signal: AbortSignal.timeout(PART_MS), run, width: PARALLEL_CALLS })
  if (error !== undefined) throw error
}

function undoMonitor(context: UndoContext, row: ImportMonitorTable): Promise<State> {
  switch (row.effect) {
    case 'added':
      return removeAdded(context, row)
    case 'tagged':
      return retag(context, row, 'remove')
    case 'untagged':
      return retag(context, row, 'add')
    case 'removed':
      return addAgain(context, row)
  }
}

/** Undefined if it was deleted. */
const monitorOf = ({ callService }: UndoContext, id: string): Promise<WatchedRecord | undefined> =>
  unlessMissing(retryPatiently(() => callService('monitors.get', { params: { id } })))

async function removeAdded(context: UndoContext, row: ImportMonitorTable): Promise<State> {
  const monitor = await monitorOf(context, row.monitor_id)
  if (monitor === undefined) return 'gone'
  if (!isUnchanged(monitor, row)) return 'changed'
  await retryPatiently(() => context.callService('monitors.delete', { params: { id: row.monitor_id } }))
  return 'undone'
}

const sorted = (tags: readonly string[]): string => JSON.stringify([...tags].toSorted())

/** Compares label and tags, as far as they may be stored. */
const isUnchanged = ({ label, tags }: WatchedRecord, row: ImportMonitorTable): boolean =>
  maskPesels(label ?? '') === row.label && sorted((tags ?? []).map(maskPesels)) === sorted(parseTags(row.tags))

async function retag(context: UndoContext, row: ImportMonitorTable, verb: 'add' | 'remove'): Promise<State> {
  const monitor = await monitorOf(context, row.monitor_id)
  if (monitor === undefined) return 'gone'
  const [has, tags] = [monitor.tags ?? [], parseTags(row.tags)]
  if (!tags.every((tag) => has.includes(tag) === (verb === 'remove'))) return 'changed'
  await retryPatiently(() => context.callService('monitors.bulkTag', { body: { ids: [row.monitor_id], [verb]: tags } }))
  return 'undone'
}

/** Adds the subject again as a new monitor. The number of a person is not stored, so only a list can supply it. */
async function addAgain({ callService }: UndoContext, row: ImportMonitorTable): Promise<State> {
  if (isMaskedText(row.identifier) || isMaskedText(row.label)) return 'person'
  // Safe: it is the type of an existing monitor.
  const identifier_type = row.identifier_type as IdentifierType
  const body = { identifier_type, identifier_value: row.identifier, tags: parseTags(row.tags) }
  try {
    await retryPatiently(() =>
      callService('monitors.create', { body: { ...body, ...(row.label !== '' && { label: row.label }) } }),
    )
    return 'undone'
  } catch (error) {
    // The subject is already watched again.
    if (isApiError(error) && error.status === 409 && error.code !== 'monitor_limit') return 'changed'
    throw error
  }
}

type ContinueInput = Pick<PanelContext, 'storage' | 'callService' | 'now' | 'requestId'> & {
  readonly address: string | null
}

/** Runs the next part of a started undo and closes it after the last one. */
export async function continueUndo(
  input: ContinueInput,
  row: StoredImport,
  limit: number,
): Promise<ImportRecordAnswer> {
  const { storage, callService, now, requestId } = input
  await undoPart(
    { storage, callService, now, requestId, actor: row.undone_by ?? row.actor },
    { importId: row.id, limit },
  )
  const updatedImport = await toOneImport(storage, row)
  return countUndoable(updatedImport) > 0 ? updatedImport : closeUndo(input, row)
}

/** The audit log gets the result of the undo; what could not be undone is listed with the import. */
export async function closeUndo(
  { storage, now, requestId, address }: ContinueInput,
  row: StoredImport,
): Promise<ImportRecordAnswer> {
  const undoneAt = now.toISOString()
  const updatedImport = await toOneImport(storage, { ...row, state: 'undone', undone_at: undoneAt })
  const { id, file_name: file, account_id: accountId, undone_by: actor } = row
  const after = { ...(file !== '' && { file }), restored: updatedImport.undone, skipped: updatedImport.skipped }
  const event: AuditEvent = { action: 'imports.undo', accountId, actor: actor ?? row.actor, target: id, after, now }
  await inAccounts(storage, [accountId], async (db) => {
    // A second caller finds it closed.
    if (!(await closeImportUndo(db, row.id, undoneAt))) return
    await recordAudit(db, { ...event, address, requestId })
  })
  return updatedImport
}
