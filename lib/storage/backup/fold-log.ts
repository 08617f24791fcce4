import { sql } from 'kysely'

import type { Db } from '../storage'

/**
 * Checkpoints the write-ahead log into the SQLite file, which can then be moved without it. Throws if the checkpoint is
 * incomplete or the file is corrupt.
 */
export async function foldLog(db: Db): Promise<void> {
  const { rows: folded } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db)
  const { rows: checked } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db)
  if (folded[0]?.busy !== 0 || checked[0]?.integrity_check !== 'ok') {
    throw new Error('The restored SQLite file is incomplete')
  }
}
