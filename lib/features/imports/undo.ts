import { runSteps } from '@/lib/client/run-steps'
import { isApiError, unlessMissing } from '@/lib/domain/api-error'
import { type IdentifierType, maskPesels } from '@/lib/domain/identifiers/identifiers'
import { isMaskedText } from '@/lib/domain/identifiers/masked-text'
import { type AuditEvent, recordAudit } from '@/lib/features/audit/audit'
import { toTags } from '@/lib/features/bulk-tags/bulk-tag-job'
import { retryPatiently, type WatchedRecord } from '@/lib/features/personal-data/watched-records'
import type { PanelContext } from '@/lib/panel/context'
import { takeTurn } from '@/lib/panel/turns'
import { inTransaction } from '@/lib/service/metering/statements/group-commit'
import { inAccounts } from '@/lib/storage/engine/account-lock'

import type { ImportRecordAnswer } from './contract'
import { countUndoable, toOneImport } from './read'
import { listImportMonitors, updateImportMonitor, closeImportUndo, type StoredImport } from './statements'
import type { ImportMonitorTable } from './tables'

type State = ImportMonitorTable['state']
export type Undoing = Pick<PanelContext, 'storage' | 'ask' | 'now' | 'requestId'> & { readonly actor: string }
type Part = { readonly importId: string; readonly limit: number; readonly unnamed?: boolean }

/** The service changes one monitor per call; those that run at a time share their commits on SQLite. */
const AT_ONCE = 16
/** A part ends then, also when a remote service is slow: who asked for it gets an answer, and progress moves. */
const PART_MS = 15_000

/**
 * Takes back what still is as the import left it, at most `limit` monitors; the others are told by what became of them. One part of
 * an import at a time, whoever asks: else the second would find gone what the first has just deleted.
 */
export function undoPart(undoing: Undoing, part: Part): Promise<void> {
  const { storage, now } = undoing
  const turn = { name: `import-undo:${part.importId}`, busy: 'This import is being taken back already' }
  return takeTurn({ storage, now, ...turn }, () => runPart(undoing, part))
}

async function runPart(undoing: Undoing, { importId, limit, unnamed }: Part): Promise<void> {
  const { storage, now, actor } = undoing
  const rows = await listImportMonitors(storage.db, { importId, state: 'kept', unnamed, limit })
  const run = async (row: ImportMonitorTable) => {
    const state = await takeBack(undoing, row)
    const by = state === 'undone' ? { undone_at: now.toISOString(), undone_by: actor } : {}
    await inTransaction(storage, (db) => updateImportMonitor(db, row, { state, ...by }))
  }
  const { error } = await runSteps({ items: rows, signal: AbortSignal.timeout(PART_MS), run, width: AT_ONCE })
  if (error !== undefined) throw error
}

function takeBack(undoing: Undoing, row: ImportMonitorTable): Promise<State> {
  switch (row.effect) {
    case 'added':
      return removeAdded(undoing, row)
    case 'tagged':
      return retag(undoing, row, 'remove')
    case 'untagged':
      return retag(undoing, row, 'add')
    case 'removed':
      return addAgain(undoing, row)
  }
}

/** Undefined: it is there no more. */
const monitorOf = ({ ask }: Undoing, id: string): Promise<WatchedRecord | undefined> =>
  unlessMissing(retryPatiently(() => ask('monitors.get', { params: { id } })))

async function removeAdded(undoing: Undoing, row: ImportMonitorTable): Promise<State> {
  const monitor = await monitorOf(undoing, row.monitor_id)
  if (monitor === undefined) return 'gone'
  if (!isAsLeft(monitor, row)) return 'changed'
  await retryPatiently(() => undoing.ask('monitors.delete', { params: { id: row.monitor_id } }))
  return 'undone'
}

const sorted = (tags: readonly string[]): string => JSON.stringify([...tags].toSorted())

/** Label and tags, as far as they may be kept. */
const isAsLeft = ({ label, tags }: WatchedRecord, row: ImportMonitorTable): boolean =>
  maskPesels(label ?? '') === row.label && sorted((tags ?? []).map(maskPesels)) === sorted(toTags(row.tags))

async function retag(undoing: Undoing, row: ImportMonitorTable, verb: 'add' | 'remove'): Promise<State> {
  const monitor = await monitorOf(undoing, row.monitor_id)
  if (monitor === undefined) return 'gone'
  const [has, tags] = [monitor.tags ?? [], toTags(row.tags)]
  if (!tags.every((tag) => has.includes(tag) === (verb === 'remove'))) return 'changed'
  await retryPatiently(() => undoing.ask('monitors.bulkTag', { body: { ids: [row.monitor_id], [verb]: tags } }))
  return 'undone'
}

/** The same subject again, as another monitor. The number of a person is not kept, so it is for the list to bring. */
async function addAgain({ ask }: Undoing, row: ImportMonitorTable): Promise<State> {
  if (isMaskedText(row.identifier) || isMaskedText(row.label)) return 'person'
  // Sound: the type of a monitor that was there.
  const identifier_type = row.identifier_type as IdentifierType
  const body = { identifier_type, identifier_value: row.identifier, tags: toTags(row.tags) }
  try {
    await retryPatiently(() =>
      ask('monitors.create', { body: { ...body, ...(row.label !== '' && { label: row.label }) } }),
    )
    return 'undone'
  } catch (error) {
    // Watched again already.
    if (isApiError(error) && error.status === 409 && error.code !== 'monitor_limit') return 'changed'
    throw error
  }
}

type Input = Pick<PanelContext, 'storage' | 'ask' | 'now' | 'requestId'> & { readonly address: string | null }

/** The next part of an undo that was begun; with the last one it is closed. */
export async function continueUndo(input: Input, row: StoredImport, limit: number): Promise<ImportRecordAnswer> {
  const { storage, ask, now, requestId } = input
  await undoPart({ storage, ask, now, requestId, actor: row.undone_by ?? row.actor }, { importId: row.id, limit })
  const then = await toOneImport(storage, row)
  return countUndoable(then) > 0 ? then : closeUndo(input, row)
}

/** What came of the undo is in the log; what could not be taken back is named with the import. */
export async function closeUndo(
  { storage, now, requestId, address }: Input,
  row: StoredImport,
): Promise<ImportRecordAnswer> {
  const undoneAt = now.toISOString()
  const then = await toOneImport(storage, { ...row, state: 'undone', undone_at: undoneAt })
  const { id, file_name: file, account_id: accountId, undone_by: actor } = row
  const after = { ...(file !== '' && { file }), restored: then.undone, skipped: then.skipped }
  const event: AuditEvent = { action: 'imports.undo', accountId, actor: actor ?? row.actor, target: id, after, now }
  await inAccounts(storage, [accountId], async (db) => {
    // Whoever comes second finds it closed.
    if (!(await closeImportUndo(db, row.id, undoneAt))) return
    await recordAudit(db, { ...event, address, requestId })
  })
  return then
}
