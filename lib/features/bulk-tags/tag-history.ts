import { randomUUID } from 'node:crypto'

import type { Insertable } from 'kysely'

import { maskPesels } from '@/lib/domain/identifiers/identifiers'
import type { MonitorChange } from '@/lib/features/certificates/contract'
import type { PanelContext } from '@/lib/panel/context'
import { type AccountTx, inAccounts } from '@/lib/storage/engine/account-lock'

import { parseTags } from './bulk-tag-job'
import type { TagDifference } from './domain/tag-change'
import { type BulkTagJobRow, finishStep } from './statements/bulk-tags'
import { insertTagChange, listTagChanges } from './statements/tag-changes'
import type { BulkTagStepTable, TagChangeTable } from './tables'

type Outcome = {
  readonly job: BulkTagJobRow
  readonly step: Pick<BulkTagStepTable, 'job_id' | 'chunk' | 'number'>
  readonly differences: readonly TagDifference[]
  readonly updated: number
}

/** Finishes a call and adds its changes to the histories of the monitors, in one transaction. */
export const finishCall = (
  { storage }: Pick<PanelContext, 'storage'>,
  { job, step, differences, updated }: Outcome,
): Promise<void> =>
  inAccounts(storage, [job.account_id], async (db) => {
    const finished = await finishStep(db, step, { differences: JSON.stringify(differences), updated })
    if (!finished) return
    const { id, account_id, undo_of, actor, created_at } = job
    const cause = { account_id, job_id: id, undo_of, actor, at: finished.sent_at ?? created_at }
    for (const difference of differences) await storeDifference(db, cause, difference)
  })

type Cause = Omit<Insertable<TagChangeTable>, 'id' | 'added' | 'removed'>

/** For a single call outside of a job, within the transaction of its audit entry. */
export const storeTagChange = (
  db: AccountTx,
  cause: Pick<Cause, 'account_id' | 'actor' | 'at'>,
  difference: TagDifference,
): Promise<void> => storeDifference(db, { ...cause, job_id: randomUUID(), undo_of: null }, difference)

const storeDifference = (db: AccountTx, cause: Cause, { added, removed, ids }: TagDifference): Promise<void> =>
  insertTagChange(db, { ...cause, added: toMaskedJson(added), removed: toMaskedJson(removed) }, ids)

const toMaskedJson = (tags: readonly string[]): string => JSON.stringify(tags.map(maskPesels))

/** Bulk changes that affected a monitor, newest first, with their undo if there was one. */
export async function readTagChanges(
  { storage, account }: PanelContext,
  query: { readonly monitorId: string; readonly limit: number },
): Promise<MonitorChange[]> {
  const rows = await listTagChanges(storage.db, { accountId: account.id, ...query })
  // An undo is newer than the undone change, so it is among these rows too.
  const undoByJob = new Map(rows.map(({ undo_of: job, at, actor }) => [job, { at, actor }]))
  return rows.map(({ at, actor, job_id, undo_of, added, removed }) => ({
    at,
    actor,
    action: undo_of === null ? 'bulkTags.change' : 'bulkTags.undo',
    tags: { added: parseTags(added), removed: parseTags(removed), undone: undoByJob.get(job_id) ?? null },
  }))
}
