import type { MeterSnapshotTable } from '@/lib/features/spend-cap/tables'
import type { AccountTx } from '@/lib/storage/engine/account-lock'
import { accountRow } from '@/lib/storage/engine/account-row'
import { insertNew, putRow } from '@/lib/storage/engine/insert-new'
import { ofAccount } from '@/lib/storage/engine/of-account'
import type { Db } from '@/lib/storage/storage'

import type { PackFileTable, PeriodPackTable } from './tables'

export async function saveSnapshot(db: Db, snapshot: MeterSnapshotTable): Promise<void> {
  await putRow(db, 'meter_snapshots', snapshot, ['account_id', 'period_start'])
}

/** Oldest period first. */
export const listSnapshots = (db: Db, accountId: string): Promise<MeterSnapshotTable[]> =>
  db.selectFrom('meter_snapshots').selectAll().where('account_id', '=', accountId).orderBy('period_start').execute()

type NewPack = { readonly pack: PeriodPackTable; readonly files: readonly PackFileTable[] }

/** False if the period has been closed before; the first frozen pack stays. */
export async function insertClosedPack(db: AccountTx, { pack, files }: NewPack): Promise<boolean> {
  if (!(await insertNew(db, 'period_packs', pack, ['account_id', 'period_start', 'kind']))) return false
  await insertFiles(db, files)
  return true
}

/** Adds a preliminary pack without replacing earlier ones, which may have been passed on. */
export async function insertDraftPack(db: AccountTx, { pack, files }: NewPack): Promise<void> {
  await db.insertInto('period_packs').values(pack).execute()
  await insertFiles(db, files)
}

async function insertFiles(db: Db, files: readonly PackFileTable[]): Promise<void> {
  await db
    .insertInto('pack_files')
    .values([...files])
    .execute()
}

/** Newest period first, the closed pack before preliminary ones, the newest of these first. */
export const listPacks = (db: Db, accountId: string): Promise<PeriodPackTable[]> =>
  ofAccount(db, 'period_packs', accountId)
    .selectAll()
    .orderBy('period_start', 'desc')
    .orderBy((e) => e.case().when('kind', '=', 'closed').then(0).else(1).end())
    .orderBy('frozen_at', 'desc')
    .execute()

/** Without the files' bytes. */
export const listPackFiles = (db: Db, packIds: readonly string[]): Promise<Omit<PackFileTable, 'base64'>[]> =>
  packIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('pack_files')
        .select(['pack_id', 'kind', 'name', 'media', 'sha256', 'bytes'])
        .where('pack_id', 'in', [...packIds])
        .orderBy('kind')
        .execute()

type PackFileKey = { readonly accountId: string; readonly packId: string; readonly kind: PackFileTable['kind'] }

export const findPackFile = (db: Db, { accountId, packId, kind }: PackFileKey): Promise<PackFileTable | undefined> =>
  db
    .selectFrom('pack_files')
    .innerJoin('period_packs', 'period_packs.id', 'pack_files.pack_id')
    .selectAll('pack_files')
    .where('period_packs.account_id', '=', accountId)
    .where('pack_files.pack_id', '=', packId)
    .where('pack_files.kind', '=', kind)
    .executeTakeFirst()

const settings = accountRow('pack_settings')

/** Null also if the account never chose a rate. */
export const readVatPercent = async (db: Db, accountId: string): Promise<number | null> =>
  (await settings.find(db, accountId))?.vat_percent ?? null

export const writeVatPercent = (tx: AccountTx, accountId: string, percent: number | null): Promise<void> =>
  settings.put(tx, { account_id: accountId, vat_percent: percent })

/** Deletes preliminary statements; closed ones stay. */
export async function deleteDraftPacksBefore(db: AccountTx, accountId: string, before: string): Promise<void> {
  const drafts = ofAccount(db, 'period_packs', accountId)
    .select('id')
    .where('kind', 'like', 'preliminary%')
    .where('frozen_at', '<', before)
  await db.deleteFrom('pack_files').where('pack_id', 'in', drafts).execute()
  await db
    .deleteFrom('period_packs')
    .where('account_id', '=', accountId)
    .where('kind', 'like', 'preliminary%')
    .where('frozen_at', '<', before)
    .execute()
}
