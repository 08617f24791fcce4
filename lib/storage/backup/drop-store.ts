import { sql } from 'kysely'

import type { Db } from '../storage'
import { tableNames } from './copied-tables'

/** Functions of the migrations, which stay when their tables go. */
const FUNCTIONS = ['audit_is_append_only', 'audit_entry_is_kept']

/** Removes everything of the store from a PostgreSQL database that is the panel's own. */
export async function dropStore(db: Db): Promise<void> {
  await db.transaction().execute(async (on) => {
    const tables = [...(await tableNames(on, 'postgres')), 'kysely_migration', 'kysely_migration_lock']
    for (const table of tables) await sql`drop table if exists ${sql.table(table)} cascade`.execute(on)
    for (const name of FUNCTIONS) await sql`drop function if exists ${sql.id(name)}() cascade`.execute(on)
  })
}
