import { type Kysely, sql } from 'kysely'

import type { Engine } from '../storage'
import { createIndexes, createTable } from './schema'

const common = sql`id, account_id, series, page, asked_at, asked_by, query, pool, units, request_id, cursor, answer, sha256`

/** Paid answers are stored in one table, whether they are about a company or about a list of a register. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const schema = { db, engine }
  await createTable(schema, 'kept_answers', {
    id: 'id',
    text: [
      'account_id',
      'about',
      'topic',
      'subject',
      'series',
      'asked_at',
      'asked_by',
      'operation',
      'query',
      'pool',
      'answer',
      'sha256',
    ],
    nullableText: ['request_id', 'cursor'],
    counter: ['page', 'row_count'],
    nullableInteger: ['units', 'total'],
    references: { account_id: 'accounts' },
  })
  await sql`insert into kept_answers (${common}, about, topic, subject, operation)
    select ${common}, 'company', part, number, operation from company_answers`.execute(db)
  await sql`insert into kept_answers (${common}, about, topic, subject, row_count, total, operation)
    select ${common}, 'list', list, query_key, row_count, total,
      case list when 'knf' then 'knf.warnings' when 'sections' then 'knf.sections' when 'uokik' then 'uokik.decisions'
        when 'clauses' then 'uokik.clauses' when 'sudop' then 'sudop.cases' else list end
    from register_answers`.execute(db)
  await db.schema.dropTable('company_answers').execute()
  await db.schema.dropTable('register_answers').execute()
  await createIndexes(schema, 'kept_answers', {
    by_subject: ['account_id', 'about', 'subject', 'topic', 'asked_at'],
    by_topic: ['account_id', 'about', 'topic', 'asked_at'],
    by_series: ['account_id', 'series', 'page'],
  })
}
