import { sql } from 'kysely'

import type { Db } from '../storage'

/** Brings what stands in the log of a SQLite file into the file itself, which can then be moved alone. Throws when not all of it is, or the file is not sound. */
export async function foldLog(db: Db): Promise<void> {
  const { rows: folded } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db)
  const { rows: checked } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db)
  if (folded[0]?.busy !== 0 || checked[0]?.integrity_check !== 'ok') {
    throw new Error('The restored SQLite file is not whole')
  }
}
