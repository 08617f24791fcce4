import { type Kysely, sql } from 'kysely'

import { chunksOf } from '@/lib/domain/collections/chunks'
import { groupBy } from '@/lib/domain/collections/group-by'

import type { Engine } from '../storage'
import { createIndexes, createTable, type Schema, type TableShape } from './schema'

/**
 * Saved alerts of tenders become rules of a kind with the same ids: recipients become targets and messages become
 * notices, so that links in sent mails still end them; unsent matches become hits. Their matches are not changed and
 * belong to the rule.
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const schema = { db, engine }
  await putRules(db)
  await putNotices(db)
  await putWaiting(db)
  await createTable(schema, 'bzp_readings', {
    id: 'rule_id',
    text: ['since_at'],
    nullableText: ['since_ids', 'read_at', 'complete_until', 'gap_until', 'problem'],
    counter: ['since_position', 'missing'],
    references: { rule_id: 'rules' },
    cascade: ['rule_id'],
  })
  await sql`
    insert into bzp_readings (rule_id, since_at, since_ids, read_at, complete_until, gap_until, problem, since_position, missing)
    select id, since_at, since_ids, read_at, complete_until, gap_until, problem, since_position, missing
    from bzp_alerts`.execute(db)
  await remakeFound(schema)
  for (const table of ['bzp_sends', 'bzp_alert_recipients', 'bzp_alerts']) await db.schema.dropTable(table).execute()
}

async function putRules(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into rules (id, account_id, owner, name, kind, condition, timing, digest_hour, weekday, working_days_only, muted_until,
      enabled, language, created_by, payer, created_at, updated_at, digest_from, since, since_at, told_up_to)
    select a.id, a.account_id, a.owner, a.name, 'tender', '{"kind":"tender","filter":' || a.filter || '}', a.delivery,
      a.digest_hour, 1, 0, a.muted_until, 1, case when u.locale = 'en' then 'en' else 'pl' end, coalesce(a.created_by, ''),
      a.created_by, a.created_at, a.updated_at, a.digest_from, 0, a.created_at, 0
    from bzp_alerts a left join users u on u.id = a.created_by`.execute(db)
  // A personal alert notified the user who saved it.
  await sql`
    insert into rule_targets (rule_id, kind, target)
    select id, 'member', owner from bzp_alerts where owner != ''
    union
    select r.alert_id, 'member', r.user_id from bzp_alert_recipients r
    join bzp_alerts a on a.id = r.alert_id and a.owner = ''`.execute(db)
  await sql`
    insert into rule_looks (account_id, kind, due_at) select distinct account_id, 'telling', '' from bzp_alerts where true
    on conflict (account_id, kind) do update set due_at = ''`.execute(db)
}

/** The value that kept messages separate was not an instant. */
async function putNotices(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into rule_notices (id, account_id, rule_id, kind, window_start, window_end, at, hit_count)
    select id, account_id, alert_id, kind, case kind when 'digest' then window_start else at end, at, at, match_count
    from bzp_sends where true
    on conflict do nothing`.execute(db)
  await sql`update mails set notice_id = send_id, send_id = null where send_id is not null`.execute(db)
}

type Waiting = { account_id: string; alert_id: string; notice_id: string; tender_id: string; found_at: string }

const ROWS = 500

async function putWaiting(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<Waiting>`
    select m.account_id, m.alert_id, m.notice_id, m.tender_id, m.found_at from bzp_matches m
    join bzp_alerts a on a.id = m.alert_id where m.is_told = 0 and a.delivery != 'none' order by m.number`.execute(db)
  for (const [accountId, waiting] of groupBy(rows, ({ account_id: id }) => id)) {
    const { rows: taken } = await sql<{ last: number }>`
      insert into rule_hit_numbers (account_id, last) values (${accountId}, ${waiting.length})
      on conflict (account_id) do update set last = rule_hit_numbers.last + excluded.last returning last`.execute(db)
    const first = Number(taken[0]?.last) - waiting.length + 1
    const hits = waiting.map((each, index) => hitOf(each, first + index))
    for (const chunk of chunksOf(hits, ROWS)) {
      await sql`
        insert into rule_hits (rule_id, occurrence, account_id, at, subject_key, content, number)
        values ${sql.join(chunk.map((values) => sql`(${sql.join(values)})`))}`.execute(db)
    }
  }
}

const hitOf = ({ account_id, alert_id, notice_id, tender_id, found_at }: Waiting, number: number) => [
  alert_id,
  `tender:${notice_id}`,
  account_id,
  found_at,
  `tender:${tender_id}`,
  JSON.stringify({ tender_id, notice_id }),
  number,
]

const ofReader = { references: { alert_id: 'rules', user_id: 'users' }, cascade: ['alert_id'] }

/** The same tables, referencing rules. */
const shapes: Readonly<Record<string, TableShape>> = {
  bzp_hits: {
    text: ['alert_id', 'tender_id', 'notice_id', 'published_at'],
    counter: ['number'],
    primary: ['alert_id', 'tender_id', 'notice_id'],
    unique: { notice_once: ['alert_id', 'notice_id'] },
    references: { alert_id: 'rules' },
    cascade: ['alert_id'],
  },
  bzp_matches: {
    text: ['alert_id', 'tender_id', 'account_id', 'found_at', 'notice_id', 'published_at', 'search_text'],
    nullableText: ['offers_until', 'dismissed_at', 'dismissed_by', 'dismissed_reason', 'assignee', 'note'],
    counter: ['number', 'is_starred'],
    primary: ['alert_id', 'tender_id'],
    references: { alert_id: 'rules', account_id: 'accounts' },
    cascade: ['alert_id'],
  },
  bzp_match_reads: {
    text: ['user_id', 'alert_id', 'tender_id'],
    counter: ['number'],
    primary: ['user_id', 'alert_id', 'tender_id'],
    ...ofReader,
  },
  bzp_looks: { text: ['user_id', 'alert_id'], counter: ['up_to'], primary: ['user_id', 'alert_id'], ...ofReader },
}

/** SQLite cannot change a reference of a table. */
async function remakeFound(schema: Schema): Promise<void> {
  const { db } = schema
  for (const [table, shape] of Object.entries(shapes)) {
    const columns = sql.join(
      [...(shape.text ?? []), ...(shape.nullableText ?? []), ...(shape.counter ?? [])].map((name) => sql.ref(name)),
    )
    const former = sql.table(`former_${table}`)
    await sql`create table ${former} as select ${columns} from ${sql.table(table)}`.execute(db)
    await db.schema.dropTable(table).execute()
    await createTable(schema, table, shape)
    await sql`insert into ${sql.table(table)} (${columns}) select ${columns} from ${former}`.execute(db)
    await sql`drop table ${former}`.execute(db)
  }
  await createIndexes(schema, 'bzp_matches', {
    by_number: ['alert_id', 'number'],
    by_account: ['account_id', 'number'],
    by_tender: ['account_id', 'tender_id'],
  })
  for (const table of ['bzp_match_reads', 'bzp_looks']) await createIndexes(schema, table, { by_alert: ['alert_id'] })
}
