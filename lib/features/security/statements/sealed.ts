import { sql } from 'kysely'

import type { Db } from '@/lib/storage/storage'

/** The seal is bound to the id. */
export type SealedRow = { readonly id: string; readonly sealed: string }

/** Table and column of each kind of sealed value; the id completes its location. */
const LOCATIONS = {
  accounts: { table: 'accounts', key: 'id', column: 'sealed_api_key' },
  authenticator_apps: { table: 'authenticator_apps', key: 'user_id', column: 'sealed_secret' },
  archive_access_keys: { table: 'archive_settings', key: 'account_id', column: 'sealed_access_key' },
  archive_secret_keys: { table: 'archive_settings', key: 'account_id', column: 'sealed_secret_key' },
  channel_urls: { table: 'channels', key: 'id', column: 'sealed_url' },
  channel_secrets: { table: 'channels', key: 'id', column: 'sealed_secret' },
  channel_previous_secrets: { table: 'channels', key: 'id', column: 'sealed_previous_secret' },
} as const
type Kind = keyof typeof LOCATIONS

export async function listSealed(db: Db, kind: Kind): Promise<SealedRow[]> {
  const { table, key, column } = namesOf(kind)
  const { rows } = await sql<SealedRow>`
    select ${key} as id, ${column} as sealed from ${table}
    where ${column} is not null and ${column} <> '' order by ${key}`.execute(db)
  return rows
}

/** False if the value has changed in between. */
export async function replaceSealed(db: Db, kind: Kind, row: SealedRow & { readonly by: string }): Promise<boolean> {
  const { table, key, column } = namesOf(kind)
  const { numAffectedRows } = await sql`
    update ${table} set ${column} = ${row.by} where ${key} = ${row.id} and ${column} = ${row.sealed}`.execute(db)
  return Number(numAffectedRows ?? 0) === 1
}

function namesOf(kind: Kind) {
  const { table, key, column } = LOCATIONS[kind]
  return { table: sql.table(table), key: sql.ref(key), column: sql.ref(column) }
}
