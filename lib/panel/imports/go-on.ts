import type { MonitorImport } from '@/lib/contract/panel/imports'
import { closeImportUndo, type ImportRow } from '@/lib/storage/imports'

import { type Deed, recordAudit } from '../audit'
import type { PanelContext } from '../context'
import { leftOf, toOneImport } from './read'
import { undoPart } from './undo'

type Given = Pick<PanelContext, 'storage' | 'ask' | 'now' | 'requestId'> & { readonly address: string | null }

/** The next part of an undo that was begun; with the last one it is closed. */
export async function goOnUndoing(given: Given, row: ImportRow, limit: number): Promise<MonitorImport> {
  const { storage, ask, now, requestId } = given
  await undoPart({ storage, ask, now, requestId, actor: row.undone_by ?? row.actor }, { importId: row.id, limit })
  const then = await toOneImport(storage, row)
  return leftOf(then) > 0 ? then : closeUndo(given, row)
}

/** What came of the undo is in the log; what could not be taken back is named with the import. */
export async function closeUndo({ storage, now, requestId, address }: Given, row: ImportRow): Promise<MonitorImport> {
  const undoneAt = now.toISOString()
  const then = await toOneImport(storage, { ...row, state: 'undone', undone_at: undoneAt })
  // Whoever comes second finds it closed.
  if (!(await closeImportUndo(storage.db, row.id, undoneAt))) return then
  const { id, file_name: file, account_id: accountId, undone_by: actor } = row
  const after = { ...(file !== '' && { file }), restored: then.undone, skipped: then.skipped }
  const deed: Deed = { action: 'imports.undo', accountId, actor: actor ?? row.actor, target: id, after, now }
  await recordAudit(storage, { ...deed, address, requestId })
  return then
}
