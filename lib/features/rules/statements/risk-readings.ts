import type { AccountTx } from '@/lib/storage/engine/account-lock'
import { insertNew } from '@/lib/storage/engine/insert-new'
import { ofAccount } from '@/lib/storage/engine/of-account'
import type { Db } from '@/lib/storage/storage'

import type { RiskReadingTable } from '../tables-risk'

const STORED_READINGS = 2

type SubjectKey = Pick<RiskReadingTable, 'account_id' | 'subject'>

const readingsOf = (db: Db, { account_id, subject }: SubjectKey) =>
  db.selectFrom('risk_readings').where('account_id', '=', account_id).where('subject', '=', subject)

export const findLastRiskReading = (db: Db, key: SubjectKey): Promise<RiskReadingTable | undefined> =>
  readingsOf(db, key).selectAll().orderBy('read_at', 'desc').limit(1).executeTakeFirst()

/** Stores a reading and deletes all but the last two. */
export async function saveRiskReading(db: AccountTx, reading: RiskReadingTable): Promise<void> {
  await insertNew(db, 'risk_readings', reading, ['account_id', 'subject', 'read_at'])
  const [oldest] = await readingsOf(db, reading)
    .select('read_at')
    .orderBy('read_at', 'desc')
    .offset(STORED_READINGS - 1)
    .limit(1)
    .execute()
  if (!oldest) return
  await db
    .deleteFrom('risk_readings')
    .where('account_id', '=', reading.account_id)
    .where('subject', '=', reading.subject)
    .where('read_at', '<', oldest.read_at)
    .execute()
}

/** Companies with at least one reading. */
export async function listReadSubjects(db: Db, accountId: string): Promise<ReadonlySet<string>> {
  const rows = await ofAccount(db, 'risk_readings', accountId).select('subject').distinct().execute()
  return new Set(rows.map(({ subject }) => subject))
}
