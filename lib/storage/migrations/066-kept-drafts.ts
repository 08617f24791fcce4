import { type Kysely, sql } from 'kysely'

import type { Engine } from '../storage'
import { createTable } from './schema'

/** A preliminary statement stays when a newer one is made: one of a period is only what is closed. SQLite drops no constraint alone. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const schema = { db, engine }
  await createTable(schema, 'period_packs_066', {
    id: 'id',
    text: ['account_id', 'kind', 'period_start', 'period_end', 'frozen_at', 'content', 'content_sha256'],
    references: { account_id: 'accounts' },
  })
  await createTable(schema, 'pack_files_066', {
    text: ['pack_id', 'kind', 'name', 'media', 'sha256', 'base64'],
    counter: ['bytes'],
    primary: ['pack_id', 'kind'],
    references: { pack_id: 'period_packs_066' },
    cascade: ['pack_id'],
  })
  await sql`
    insert into period_packs_066 (id, account_id, kind, period_start, period_end, frozen_at, content, content_sha256)
    select id, account_id, kind, period_start, period_end, frozen_at, content, content_sha256 from period_packs`.execute(
    db,
  )
  await sql`
    insert into pack_files_066 (pack_id, kind, name, media, sha256, base64, bytes)
    select pack_id, kind, name, media, sha256, base64, bytes from pack_files`.execute(db)
  for (const table of ['pack_files', 'period_packs']) await db.schema.dropTable(table).execute()
  for (const table of ['period_packs', 'pack_files']) {
    await db.schema.alterTable(`${table}_066`).renameTo(table).execute()
  }
  await sql`
    create unique index period_packs_closed on period_packs (account_id, period_start) where kind = 'closed'`.execute(
    db,
  )
  await sql`create index period_packs_by_account on period_packs (account_id, period_start, kind)`.execute(db)
}
