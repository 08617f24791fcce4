import { rm } from 'node:fs/promises'
import { join } from 'node:path'

import { chunksOf } from '@/lib/domain/collections/chunks'
import { recordInEachAccount } from '@/lib/features/audit/audit'
import { anchorDeletedLog, type AnchorTarget } from '@/lib/features/audit/audit-anchors'
import type { AuditDetails } from '@/lib/features/audit/domain/audit-words'
import { deleteAccount } from '@/lib/features/members/delete-account'
import type { Env } from '@/lib/panel/env'
import { listOtherAccounts } from '@/lib/service/accounts/statements/accounts'
import { deleteMostAccountRows } from '@/lib/service/accounts/statements/delete-account-rows'
import {
  deleteDailyFiles,
  endSessionsOfAccounts,
  listAccountsByIds,
  listDailyFiles,
} from '@/lib/service/accounts/statements/sample-rows'
import {
  clearRegisters,
  findSampleRemoval,
  forgetSampleFacts,
  putSampleRemoval,
} from '@/lib/service/registers/statements/sample-removal'
import { inAccounts } from '@/lib/storage/engine/account-lock'
import { lockMeta } from '@/lib/storage/meta'
import type { Db, Storage } from '@/lib/storage/storage'

import type { SampleContents } from './contract'
import { findSampleObstacle, type SampleObstacle, readSampleContents } from './sample-contents'
import { sampleAccountMarks } from './sample-users'

const { ids } = sampleAccountMarks
const FILES_AT_ONCE = 500

export type SampleDeletion = {
  readonly storage: Storage
  readonly env: Pick<Env, 'sampleData' | 'singleSignOn' | 'dataDir'>
  readonly anchors: AnchorTarget
  readonly log: Parameters<typeof anchorDeletedLog>[0]['log']
  readonly now: Date
  /** Author of the entries in the audit logs of the remaining accounts. */
  readonly actor: string
  readonly address?: string | null
  readonly requestId?: string | null
}

/** `nothing`: there are no sample data. `refused`: nothing was changed, for this reason. */
type SampleDeletionResult =
  | { readonly state: 'removed'; readonly contents: SampleContents }
  | { readonly state: 'nothing' }
  | ({ readonly state: 'refused' } & SampleObstacle)

/**
 * Removes the sample accounts with their people, all register data, and the reports made of it. The first transaction
 * ends the sample: its jobs find no more work, its sessions end, and it is never loaded again. The rest is deleted in
 * batches; if that is interrupted, the next call continues.
 */
export async function removeSample(deletion: SampleDeletion): Promise<SampleDeletionResult> {
  const { storage, env, now, log } = deletion
  const contents = await readSampleContents(storage.db)
  if (!contents) return { state: 'nothing' }
  const obstacle = await beginRemoval(deletion)
  if (obstacle) return { state: 'refused', ...obstacle }
  for (const { id, slug } of await listAccountsByIds(storage.db, ids)) {
    await anchorDeletedLog({ storage, place: deletion.anchors, log, now }, id)
    await deleteMostAccountRows(storage.db, id)
    await deleteAccount(storage, env.dataDir, { slug, actor: deletion.actor, now, withBooks: true })
  }
  await clearRegisters(storage.db)
  await deleteDailyReports(deletion)
  await finishRemoval(deletion, contents)
  log.info({ event: 'sample.removed', by: deletion.actor, ...contents }, 'the sample data were removed')
  return { state: 'removed', contents }
}

/** Decides and ends the sample in one transaction, so that no change can come in between. */
const beginRemoval = ({ storage, env, now }: SampleDeletion): Promise<SampleObstacle | undefined> =>
  storage.db.transaction().execute(async (db) => {
    // Waits for a process that is completing the loading.
    await lockMeta(db, 'sample_data')
    const obstacle = await findSampleObstacle(env, db)
    if (obstacle) return obstacle
    await putSampleRemoval(db, 'going')
    await forgetSampleFacts(db)
    await endSessionsOfAccounts(db, ids, now.toISOString())
    return undefined
  })

/**
 * Files are deleted first: a row without its file is found by the next call, but a file without a row never would be.
 */
async function deleteDailyReports({ storage, env }: SampleDeletion): Promise<void> {
  for (const files of chunksOf(await listDailyFiles(storage.db), FILES_AT_ONCE)) {
    for (const file of files) await rm(join(env.dataDir, 'reports', file), { force: true })
    await deleteDailyFiles(storage.db, files)
  }
}

/** Records the removal in the logs of the remaining accounts, because their results from the registers change. */
async function finishRemoval({ storage, actor, address, requestId, now }: SampleDeletion, contents: SampleContents) {
  const accountsIn = async (db: Db) => (await listOtherAccounts(db, sampleAccountMarks)).map(({ id }) => id)
  await inAccounts(storage, accountsIn, async (db) => {
    const event = { actor, address: address ?? null, requestId: requestId ?? null, now }
    await recordInEachAccount(db, { ...event, action: 'sample.remove', before: auditedContents(contents) })
    if ((await findSampleRemoval(db)) === 'going') await putSampleRemoval(db, 'gone')
  })
}

const auditedContents = ({ accounts, users, monitors, reports }: SampleContents) =>
  ({ accounts, users, monitors, reports }) satisfies AuditDetails
