import type { ImportRecordAnswer } from '@/lib/contract/panel/imports'
import { lockAccount } from '@/lib/storage/engine/account-lock'
import { closeImportUndo, type StoredImport } from '@/lib/storage/panel/imports/imports'

import { type AuditEvent, recordAuditIn } from '../audit/audit'
import type { PanelContext } from '../context'
import { countUndoable, toOneImport } from './read'
import { undoPart } from './undo'

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
  await storage.db.transaction().execute(async (db) => {
    await lockAccount(db, storage.engine, accountId)
    // Whoever comes second finds it closed.
    if (!(await closeImportUndo(db, row.id, undoneAt))) return
    await recordAuditIn({ db, engine: storage.engine }, { ...event, address, requestId })
  })
  return then
}
