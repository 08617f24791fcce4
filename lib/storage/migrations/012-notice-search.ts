import { type Kysely, sql } from 'kysely'

import type { Engine } from '../storage'
import { createIndexes } from './schema'

/**
 * Columns and indexes for the search of notices: days, the authority's NIP, and trigrams of the texts. SQLite stores
 * trigrams in a separate table by position; PostgreSQL needs `pg_trgm`, and without the right to install it scans all
 * texts as before.
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createIndexes({ db, engine }, 'bzp_notices', {
    by_day: ['day', 'position'],
    by_authority: ['authority_nip', 'position'],
  })
  await (engine === 'sqlite' ? indexInSqlite(db) : indexInPostgres(db))
}

async function indexInSqlite(db: Kysely<unknown>): Promise<void> {
  await sql`
    create virtual table bzp_notice_texts using fts5(search_text, tokenize = 'trigram case_sensitive 1')
  `.execute(db)
  await sql`insert into bzp_notice_texts (rowid, search_text) select position, search_text from bzp_notices`.execute(db)
  await sql`
    create trigger bzp_notices_added after insert on bzp_notices begin
      insert into bzp_notice_texts (rowid, search_text) values (new.position, new.search_text);
    end
  `.execute(db)
  await sql`
    create trigger bzp_notices_removed after delete on bzp_notices begin
      delete from bzp_notice_texts where rowid = old.position;
    end
  `.execute(db)
}

async function indexInPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`
    do $$
    begin
      create extension if not exists pg_trgm;
      create index bzp_notices_by_text on bzp_notices using gin (search_text gin_trgm_ops);
    exception when insufficient_privilege or undefined_file or feature_not_supported then
      raise notice 'pg_trgm is not available';
    end $$
  `.execute(db)
}
