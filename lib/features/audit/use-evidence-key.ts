import { randomBytes } from 'node:crypto'

import { sql } from 'kysely'

import { openKey, sealKey } from '@/lib/panel/secrets/key-custody'
import { keepEvidenceKey } from '@/lib/service/monitors/statements/evidence'
import { OPEN_EVIDENCE_KEY, SEALED_EVIDENCE_KEY } from '@/lib/service/monitors/statements/kept-values'
import { claimMeta, deleteMeta, findMeta, putMeta } from '@/lib/storage/meta'
import type { Db, Storage } from '@/lib/storage/storage'

/** What the sealed key is bound to. */
const OF = 'key of the hashes of the record'

/**
 * Gives an opened store the key that personal numbers of its record are hashed with. The store holds it sealed under the key of the
 * audit log, which is in no store and no backup: who has the store alone cannot try all numbers. The first process makes it, or seals
 * the one that an older store has in the clear.
 */
export async function useEvidenceKey({ db, engine }: Storage, auditKey: string): Promise<void> {
  if ((await findMeta(db, SEALED_EVIDENCE_KEY)) === undefined) {
    await db.transaction().execute((on) => sealFirst(on, auditKey))
    // What was there in the clear is not left in the log of the file.
    if (engine === 'sqlite') await sql`pragma wal_checkpoint(truncate)`.execute(db)
  }
  const key = openKey(auditKey, OF, (await findMeta(db, SEALED_EVIDENCE_KEY)) ?? '')
  if (key === undefined) throw new Error('The key of the record of this store cannot be opened with the key of its log')
  keepEvidenceKey(db, key)
}

async function sealFirst(db: Db, auditKey: string): Promise<void> {
  const open = await findMeta(db, OPEN_EVIDENCE_KEY)
  await claimMeta(db, SEALED_EVIDENCE_KEY, sealKey(auditKey, OF, open ?? newKey()))
  await deleteMeta(db, OPEN_EVIDENCE_KEY)
}

/**
 * Where the key of the log is lost, what was sealed under it is, too: hashes begin anew, and a number of before is no longer recognised
 * by them. A key that was never sealed goes on.
 */
export async function beginNewEvidenceKey(db: Db, auditKey: string): Promise<void> {
  const key = (await findMeta(db, OPEN_EVIDENCE_KEY)) ?? newKey()
  await putMeta(db, SEALED_EVIDENCE_KEY, sealKey(auditKey, OF, key))
  await deleteMeta(db, OPEN_EVIDENCE_KEY)
  keepEvidenceKey(db, key)
}

const newKey = () => randomBytes(32).toString('hex')
