import type { Kysely } from 'kysely'

import type { Database, SpendCapChangeTable } from './tables'

export async function insertSpendCapChange(db: Kysely<Database>, row: SpendCapChangeTable): Promise<void> {
  await db.insertInto('spend_cap_changes').values(row).execute()
}
