import { type Kysely, sql } from 'kysely'

import { chunksOf } from '@/lib/domain/collections/chunks'

import { INSERT_CHUNK } from '../engine/chunks'
import type { Engine } from '../storage'
import { createTable } from './schema'

/** The effect of bulk changes on each monitor, for its history; and the time at which a call was sent. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const schema = { db, engine }
  await createTable(schema, 'tag_changes', {
    countedId: 'id',
    text: ['account_id', 'job_id', 'at', 'actor', 'added', 'removed'],
    nullableText: ['undo_of'],
    references: { account_id: 'accounts' },
  })
  await createTable(schema, 'tag_change_monitors', {
    text: ['monitor_id'],
    counter: ['change_id'],
    primary: ['monitor_id', 'change_id'],
    references: { change_id: 'tag_changes' },
  })
  await db.schema.alterTable('bulk_tag_steps').addColumn('sent_at', 'text').execute()
  await takeOver(db)
}

type Made = {
  job_id: string
  account_id: string
  actor: string
  undo_of: string | null
  created_at: string
  chunk: number
  number: number
}

/** Migrates the stored changes; an undo comes after the change that it reverts. */
async function takeOver(db: Kysely<unknown>): Promise<void> {
  const steps = await sql<Made>`
    select s.job_id, s.chunk, s.number, j.account_id, j.actor, j.undo_of, j.created_at
    from bulk_tag_steps s join bulk_tag_jobs j on j.id = s.job_id
    where s.state = 'done' order by j.created_at, case when j.undo_of is null then 0 else 1 end, s.job_id, s.chunk, s.number`.execute(
    db,
  )
  for (const step of steps.rows) {
    const found = await sql<{ differences: string }>`
      select differences from bulk_tag_steps
      where job_id = ${step.job_id} and chunk = ${step.chunk} and number = ${step.number}`.execute(db)
    // Safe: the column contains a serialised list of differences.
    const differences = JSON.parse(found.rows[0]?.differences ?? '[]') as Difference[]
    for (const difference of differences) await insert(db, step, difference)
  }
}

type Difference = { added: string[]; removed: string[]; ids: string[] }

async function insert(db: Kysely<unknown>, step: Made, { added, removed, ids }: Difference): Promise<void> {
  const { account_id, job_id, created_at, actor, undo_of } = step
  const made = await sql<{ id: number }>`
    insert into tag_changes (account_id, job_id, at, actor, undo_of, added, removed)
    values (${account_id}, ${job_id}, ${created_at}, ${actor}, ${undo_of}, ${JSON.stringify(added)}, ${JSON.stringify(removed)})
    returning id`.execute(db)
  for (const part of chunksOf(ids, INSERT_CHUNK)) {
    const rows = part.map((id) => sql`(${id}, ${made.rows[0]?.id})`)
    await sql`insert into tag_change_monitors (monitor_id, change_id) values ${sql.join(rows)}`.execute(db)
  }
}
