import { randomBytes } from 'node:crypto'

import { type Kysely, sql } from 'kysely'

import { countValues, type StoredLists } from '@/lib/domain/stored-lists'
import {
  hashOfLists,
  type RecordedValues,
  createRecordedValues,
} from '@/lib/service/monitors/statements/recorded-values'

import type { Engine } from '../storage'
import { createIndexes, createTable } from './schema'

/** The name at that time; `073-sealed-evidence-key.ts` renames it. */
const EVIDENCE_KEY = 'evidence_key'
/** Since when an older store has a record; absent if it had one from the beginning. */
const EVIDENCE_SINCE = 'evidence_since'

/** The history of filters, deleted monitors, and periods without publications. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const schema = { db, engine }
  await createTable(schema, 'filter_versions', {
    countedId: 'id',
    text: ['account_id', 'filter_id', 'kind', 'witness', 'at', 'added', 'removed', 'sha256'],
    nullableText: ['seen_until', 'changed_at', 'name'],
    counter: ['item_count'],
    references: { account_id: 'accounts' },
  })
  await createIndexes(schema, 'filter_versions', { by_filter: ['account_id', 'filter_id', 'id'] })
  await createTable(schema, 'deleted_monitors', {
    id: 'id',
    text: ['account_id', 'tags', 'created_at', 'deleted_at'],
    nullableText: ['identifier_type', 'identifier_value', 'filter_id', 'label', 'subject_name'],
    references: { account_id: 'accounts' },
  })
  await createIndexes(schema, 'deleted_monitors', { by_account: ['account_id', 'deleted_at'] })
  await createTable(schema, 'publication_gaps', { text: ['from_at', 'until_at'], primary: ['from_at'] })
  const at = new Date().toISOString()
  const accounts = await sql<{ id: string }>`select id from accounts limit 1`.execute(db)
  // The process that opens a new store creates its key, encrypted.
  if (accounts.rows.length === 0) return
  const key = randomBytes(32).toString('hex')
  await sql`insert into meta (key, value) values (${EVIDENCE_KEY}, ${key})`.execute(db)
  await sql`insert into meta (key, value) values (${EVIDENCE_SINCE}, ${at})`.execute(db)
  await recordPresent(db, { key, at })
  await recordGone(db, at)
}

/** Records the present content of filters; earlier content is not known. */
async function recordPresent(db: Kysely<unknown>, { key, at }: { key: string; at: string }): Promise<void> {
  const filters = await sql<{ id: string; account_id: string }>`select id, account_id from filters order by id`.execute(
    db,
  )
  for (const { id, account_id } of filters.rows) {
    const found = await sql<{ name: string; content: string }>`
      select name, content from filters where id = ${id}`.execute(db)
    const keeper: RecordedValues = createRecordedValues(key, account_id)
    for (const { name, content } of found.rows) {
      // Safe: the column contains the serialised content of a filter.
      const lists: StoredLists = keeper.lists(JSON.parse(content) as Record<string, string[]>)
      await sql`
        insert into filter_versions (account_id, filter_id, kind, witness, at, name, added, removed, item_count, sha256)
        values (${account_id}, ${id}, 'recorded', 'service', ${at}, ${name}, ${JSON.stringify(lists)}, '{}',
          ${countValues(lists)}, ${hashOfLists(lists)})`.execute(db)
    }
  }
}

/** Records filters that monitors still reference but that were deleted before. */
const recordGone = (db: Kysely<unknown>, at: string) =>
  sql`
    insert into filter_versions (account_id, filter_id, kind, witness, at, added, removed, item_count, sha256)
    select distinct m.account_id, m.filter_id, 'gone', 'service', ${at}, '{}', '{}', 0, ''
    from monitors m where m.filter_id is not null
      and not exists (select 1 from filters f where f.id = m.filter_id and f.account_id = m.account_id)`.execute(db)
