import { type Kysely, sql } from 'kysely'

import type { Engine } from '../storage'
import { createTable } from './schema'

/** Marks a chain without a seal until a process with the key seals it. */
const UNSEALED = 'unsealed'

/**
 * One row per chain: its number of entries and the hash of the last one, sealed with a key outside the database.
 * Earlier entries were hashed without a key, so the row records the entry from which the key protects the chain.
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTable({ db, engine }, 'audit_chains', {
    id: 'account_id',
    text: ['head', 'base_head', 'kept_head', 'seal'],
    counter: ['entries', 'plain_until', 'keyed_from', 'kept_from'],
    references: { account_id: 'accounts' },
  })
  await sql`
    insert into audit_chains
      (account_id, entries, head, plain_until, keyed_from, base_head, kept_from, kept_head, seal)
    select account_id, number, hash, number, number + 1, hash, 1, '', ${UNSEALED}
    from audit_entries
    where number = (select max(number) from audit_entries as other where other.account_id = audit_entries.account_id)
  `.execute(db)
  await (engine === 'sqlite' ? openDoorOnSqlite(db) : openDoorOnPostgres(db))
}

/** Entries are deleted only from the beginning of a chain, up to the position in its row. */
async function openDoorOnSqlite(db: Kysely<unknown>): Promise<void> {
  await sql.raw('drop trigger audit_entries_no_delete').execute(db)
  await sql
    .raw(
      `create trigger audit_entries_no_delete before delete on audit_entries
       when not exists (
         select 1 from audit_chains where account_id = old.account_id and kept_from > old.number
       )
       begin select raise(abort, 'the audit log is append-only'); end`,
    )
    .execute(db)
}

async function openDoorOnPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger audit_entries_no_change on audit_entries`.execute(db)
  await sql`
    create trigger audit_entries_no_change before update or truncate on audit_entries
    for each statement execute function audit_is_append_only()
  `.execute(db)
  await sql`
    create function audit_entry_is_kept() returns trigger language plpgsql as
    $$ begin
      if exists (select 1 from audit_chains where account_id = old.account_id and kept_from > old.number) then
        return old;
      end if;
      raise exception 'the audit log is append-only';
    end $$
  `.execute(db)
  await sql`
    create trigger audit_entries_no_delete before delete on audit_entries
    for each row execute function audit_entry_is_kept()
  `.execute(db)
}
