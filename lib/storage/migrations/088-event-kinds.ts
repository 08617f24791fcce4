import { type Kysely, sql } from 'kysely'

import { toEventSearchText } from '@/lib/domain/events/event-search-text'
import { eventKindOf } from '@/lib/domain/events/event-titles'

import type { Engine } from '../storage'
import { createIndexes, createTable } from './schema'

/**
 * Events get a kind and a search text, and reviews by the team. Stored events are given what a version of today would
 * give them, so the functions are those of the program: a later version that knows more titles reads them again anyway.
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const schema = { db, engine }
  for (const [column, first] of [
    ['kind', 'other'],
    ['search_text', ''],
  ] as const) {
    await db.schema
      .alterTable('panel_events')
      .addColumn(column, 'text', (built) => built.notNull().defaultTo(first))
      .execute()
  }
  await db.schema
    .alterTable('event_cursors')
    .addColumn('last_review', 'bigint', (built) => built.notNull().defaultTo(0))
    .execute()
  await describeEvents(db)
  await createIndexes(schema, 'panel_events', { by_kind: ['account_id', 'kind', 'lead_id', 'id'] })
  await createTable(schema, 'event_reviews', {
    text: ['account_id'],
    counter: ['event_id', 'number'],
    nullableText: ['reviewed_at', 'reviewed_by', 'assignee_id', 'note'],
    primary: ['account_id', 'event_id'],
    references: { account_id: 'accounts' },
  })
  await createIndexes(schema, 'event_reviews', {
    by_number: ['account_id', 'number'],
    by_assignee: ['assignee_id', 'account_id'],
  })
  await createTable(schema, 'event_severities', {
    text: ['account_id', 'kind', 'severity'],
    primary: ['account_id', 'kind'],
    references: { account_id: 'accounts' },
  })
  await renameAnnouncementsOfRules(db)
}

type EventRow = {
  account_id: string
  id: number
  source: string
  subject_name: string | null
  title: string | null
  identifier_type: string
  identifier_value: string
}

const PAGE = 1000
const CHUNK = 200

async function describeEvents(db: Kysely<unknown>): Promise<void> {
  for (let after = { account_id: '', id: -1 }; ;) {
    const { rows } = await sql<EventRow>`
      select account_id, id, source, subject_name, title, identifier_type, identifier_value from panel_events
      where (account_id, id) > (${after.account_id}, ${after.id}) order by account_id, id limit ${PAGE}`.execute(db)
    for (let from = 0; from < rows.length; from += CHUNK) await describe(db, rows.slice(from, from + CHUNK))
    const last = rows.at(-1)
    if (last === undefined || rows.length < PAGE) return
    after = last
  }
}

async function describe(db: Kysely<unknown>, rows: readonly EventRow[]): Promise<void> {
  const values = rows.map(
    (row) => sql`(${row.account_id}, cast(${row.id} as bigint), ${eventKindOf(row)}, ${toEventSearchText(row)})`,
  )
  await sql`
    with described (account_id, id, kind, search_text) as (values ${sql.join(values)})
    update panel_events set kind = described.kind, search_text = described.search_text from described
    where panel_events.account_id = described.account_id and panel_events.id = described.id`.execute(db)
}

/** Each kind of a rule becomes the finer kinds that its titles have now, so that no rule finds less than before. */
const finerKinds: Readonly<Record<string, readonly string[]>> = {
  bankruptcy: ['bankruptcy', 'bankruptcy_petition', 'bankruptcy_end', 'proceedings'],
  restructuring: ['restructuring', 'restructuring_end', 'proceedings'],
  liquidation: ['liquidation', 'liquidation_end', 'deletion'],
  deletion: ['deletion'],
  vat: ['vat_status', 'vat_removal', 'account'],
}

async function renameAnnouncementsOfRules(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ id: string; condition: string }>`
    select id, condition from rules where kind = 'events' order by id`.execute(db)
  for (const { id, condition } of rows) {
    const { announcements = [], ...rest } = JSON.parse(condition) as { announcements?: readonly string[] }
    if (announcements.length === 0) continue
    const kinds = [...new Set(announcements.flatMap((kind) => finerKinds[kind] ?? [kind]))]
    const renamed = JSON.stringify({ ...rest, announcements: kinds })
    await sql`update rules set condition = ${renamed} where id = ${id}`.execute(db)
  }
}
