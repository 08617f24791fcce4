import { randomBytes } from 'node:crypto'

import { sql } from 'kysely'

import { openKey, sealKey } from '@/lib/panel/secrets/key-custody'
import { setEvidenceKey } from '@/lib/service/monitors/statements/evidence'
import { OPEN_EVIDENCE_KEY, SEALED_EVIDENCE_KEY } from '@/lib/service/monitors/statements/recorded-values'
import { claimMeta, deleteMeta, findMeta, putMeta } from '@/lib/storage/meta'
import type { Db, Storage } from '@/lib/storage/storage'

/** Purpose that the sealed key is bound to. */
const SEAL_PURPOSE = 'key of the hashes of the record'

/**
 * Provides the key for hashing personal numbers of the record to an opened store. It is stored sealed with the audit
 * key, which is neither in the store nor in backups: a copy of the store alone does not allow trying all numbers. The
 * first process creates it, or seals the plain key of an older store.
 */
export async function useEvidenceKey({ db, engine }: Storage, auditKey: string): Promise<void> {
  if ((await findMeta(db, SEALED_EVIDENCE_KEY)) === undefined) {
    await db.transaction().execute((tx) => sealFirst(tx, auditKey))
    // Removes the plain key from SQLite's write-ahead log.
    if (engine === 'sqlite') await sql`pragma wal_checkpoint(truncate)`.execute(db)
  }
  const key = openKey(auditKey, SEAL_PURPOSE, (await findMeta(db, SEALED_EVIDENCE_KEY)) ?? '')
  if (key === undefined) throw new Error('The evidence key of this store cannot be opened with its audit key')
  setEvidenceKey(db, key)
}

async function sealFirst(db: Db, auditKey: string): Promise<void> {
  const plainKey = await findMeta(db, OPEN_EVIDENCE_KEY)
  await claimMeta(db, SEALED_EVIDENCE_KEY, sealKey(auditKey, SEAL_PURPOSE, plainKey ?? newKey()))
  await deleteMeta(db, OPEN_EVIDENCE_KEY)
}

/**
 * Without the audit key the sealed key is lost too: hashes start with a new key and no longer match earlier ones. A key
 * that was never sealed stays in use.
 */
export async function beginNewEvidenceKey(db: Db, auditKey: string): Promise<void> {
  const key = (await findMeta(db, OPEN_EVIDENCE_KEY)) ?? newKey()
  await putMeta(db, SEALED_EVIDENCE_KEY, sealKey(auditKey, SEAL_PURPOSE, key))
  await deleteMeta(db, OPEN_EVIDENCE_KEY)
  setEvidenceKey(db, key)
}

const newKey = () => randomBytes(32).toString('hex')
