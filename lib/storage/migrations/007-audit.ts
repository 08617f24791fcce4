import { type Kysely, sql } from 'kysely'

import type { Engine } from '../storage'
import { createIndexes, createTable } from './schema'

/** The panel's audit log: a hash chain per account, whose entries the store refuses to change. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const schema = { db, engine }
  await createTable(schema, 'audit_entries', {
    text: ['account_id', 'at', 'actor', 'action', 'previous_hash', 'hash'],
    nullableText: ['target', 'before', 'after', 'address', 'request_id'],
    counter: ['number'],
    primary: ['account_id', 'number'],
    references: { account_id: 'accounts' },
  })
  await createIndexes(schema, 'audit_entries', {
    by_time: ['account_id', 'at'],
    by_action: ['account_id', 'action', 'number'],
    by_target: ['account_id', 'target', 'number'],
  })
  await (engine === 'sqlite' ? forbidOnSqlite(db) : forbidOnPostgres(db))
}

async function forbidOnSqlite(db: Kysely<unknown>): Promise<void> {
  for (const verb of ['update', 'delete']) {
    await sql
      .raw(
        `create trigger audit_entries_no_${verb} before ${verb} on audit_entries
         begin select raise(abort, 'the audit log is append-only'); end`,
      )
      .execute(db)
  }
}

async function forbidOnPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function audit_is_append_only() returns trigger language plpgsql as
    $$ begin raise exception 'the audit log is append-only'; end $$
  `.execute(db)
  await sql`
    create trigger audit_entries_no_change before update or delete or truncate on audit_entries
    for each statement execute function audit_is_append_only()
  `.execute(db)
}
