import { type Kysely, sql } from 'kysely'

import { OPEN_EVIDENCE_KEY } from '@/lib/service/monitors/statements/recorded-values'

/**
 * The key that hashes personal numbers leaves the store: the process that opens the store next encrypts it with another
 * key (`use-evidence-key.ts`). Older processes would hash with the value that is there, so they stop.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update meta set key = ${OPEN_EVIDENCE_KEY} where key = 'evidence_key'`.execute(db)
}
