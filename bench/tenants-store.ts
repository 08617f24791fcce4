import { sql } from 'kysely'

import { warsawDay } from '@/lib/domain/calendar'
import { TEAM_OWNER } from '@/lib/storage/owned'
import type { Db } from '@/lib/storage/storage'

/** Size and age of the accounts of an installation. Events are spread over the last thirty days. */
export type Tenancy = {
  readonly accounts: number
  readonly monitors: number
  readonly events: number
  /** Alerts, rules and schedules of each account; absent: twenty alerts, five rules and three schedules. */
  readonly each?: number | undefined
  readonly now: Date
}

const ALERTS = 20
export const TAGGED_SHARE = 2
export const TAG = 'klienci'

const BATCH = 100_000
const DAYS = 30
const RULES = [
  ['events', { kind: 'events', sources: ['krz'], announcements: [], tags: [TAG], monitor_ids: [] }, 'at_once'],
  ['events', { kind: 'events', sources: [], announcements: [], tags: [], monitor_ids: [] }, 'daily'],
  ['claim_deadline', { kind: 'claim_deadline', days: 7, tags: [TAG] }, 'at_once'],
  ['report', { kind: 'report', what: 'missing', sources: [], hours: 24 }, 'at_once'],
  ['spend', { kind: 'spend', measure: 'actual', basis: 'pool', pool: 'lookups', thresholds: [80, 100] }, 'at_once'],
] as const

/** Whole numbers from 1 to n as `numbers(i)`, on either engine. */
const numbers = (n: number, from = 0) => sql`
  with recursive numbers(i) as (select ${sql.lit(from + 1)} union all select i + 1 from numbers where i < ${sql.lit(from + n)})`

const right = (text: ReturnType<typeof sql>, zeros: string) =>
  sql`substr(${sql.lit(zeros)} || (${text}), length(${sql.lit(zeros)} || (${text})) - ${sql.lit(zeros.length - 1)})`
const pad = (text: ReturnType<typeof sql>) => right(text, '0000000000')
const monitorId = (text: ReturnType<typeof sql>) => sql`'00000000-0000-4000-8000-' || ${right(text, '000000000000')}`

/** Fills an empty store with the same rows on both engines. */
export async function fillTenants(db: Db, tenancy: Tenancy): Promise<void> {
  const { accounts, now } = tenancy
  const at = now.toISOString()
  const account = sql`'account-' || i`
  const rows = sql`from numbers`
  await sql`${numbers(accounts)}
    insert into accounts (id, slug, name, plan, state, limits, spend_cap_pln, sealed_api_key, created_at)
    select ${account}, ${account}, 'Firma ' || i, 'pro', 'active', '{}', null, null, ${daysAgo(now, 90)} ${rows}`.execute(
    db,
  )
  await sql`${numbers(accounts)}
    insert into users (id, email, name, locale, theme, password_hash, password_set_at, created_at, disabled_at, muted_mail)
    select 'user-' || i, 'user-' || i || '@example.test', null, 'pl', null, null, null, ${daysAgo(now, 90)}, null, '[]'
    ${rows}`.execute(db)
  await sql`${numbers(accounts)}
    insert into members (account_id, user_id, role, created_at, disabled_at, last_seen_at)
    select ${account}, 'user-' || i, 'owner', ${daysAgo(now, 90)}, null, null ${rows}`.execute(db)
  await fillMonitors(db, tenancy)
  await fillEvents(db, tenancy)
  await fillAlerts(db, tenancy, at)
  await fillSchedules(db, tenancy)
  await fillRules(db, tenancy)
}

async function inBatches(count: number, make: (n: number, from: number) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < count; from += BATCH) await make(Math.min(BATCH, count - from), from)
}

async function fillMonitors(db: Db, { accounts, monitors, now }: Tenancy): Promise<void> {
  const owner = sql`'account-' || ((i - 1) % ${sql.lit(accounts)} + 1)`
  const total = accounts * monitors
  await inBatches(total, (n, from) =>
    sql`${numbers(n, from)}
      insert into monitors (id, account_id, position, identifier_type, identifier_value, filter_id, label, subject_name,
        search_text, created_at, last_event_at, last_event_source)
      select ${monitorId(sql`i`)}, ${owner}, i, 'krs', ${pad(sql`i`)}, null, null, 'Firma ' || i || ' sp. z o.o.', 'firma ' || i,
        ${daysAgo(now, 60)}, null, null from numbers`.execute(db),
  )
  await inBatches(total, (n, from) =>
    sql`${numbers(n, from)}
      insert into monitor_tags (monitor_id, account_id, tag)
      select ${monitorId(sql`i`)}, ${owner}, ${TAG} from numbers
      where ((i - 1) / ${sql.lit(accounts)}) % ${sql.lit(TAGGED_SHARE)} = 0`.execute(db),
  )
  await sql`${numbers(accounts)}
    insert into monitor_counts (account_id, monitors) select 'account-' || i, ${sql.lit(monitors)} from numbers`.execute(
    db,
  )
  await sql`update sequences set value = ${sql.lit(total)} where name = 'monitors'`.execute(db)
}

/** All events are also in the panel's copy and were checked by all rules. */
async function fillEvents(db: Db, { accounts, monitors, events, now }: Tenancy): Promise<void> {
  const owner = sql`'account-' || ((i - 1) % ${sql.lit(accounts)} + 1)`
  const monitor = monitorId(sql`(i - 1) % ${sql.lit(accounts * monitors)} + 1`)
  const days = Array.from(
    { length: DAYS },
    (_, dayIndex) => sql`when ${sql.lit(dayIndex)} then ${daysAgo(now, DAYS - dayIndex)}`,
  )
  const created = sql`case (i * ${sql.lit(DAYS)} / ${sql.lit(events + 1)}) ${sql.join(days, sql` `)} end`
  const common = sql`i, ${owner}, ${monitor}, case i % 3 when 0 then 'krz' when 1 then 'msig' else 'krs' end, 'announcement-' || i,
    'krs', ${pad(sql`(i - 1) % ${sql.lit(accounts * monitors)} + 1`)}, 'Firma sp. z o.o.', 'Obwieszczenie', ${created}`
  const columns = sql`id, account_id, monitor_id, source, announcement_id, identifier_type, identifier_value, subject_name, title, created_at`
  await inBatches(events, async (n, from) => {
    await sql`${numbers(n, from)} insert into monitor_events (${columns}) select ${common} from numbers`.execute(db)
    await sql`${numbers(n, from)}
      insert into panel_events (${columns}, day, lead_id) select ${common}, substr(${created}, 1, 10), i from numbers`.execute(
      db,
    )
  })
  await sql`update sequences set value = ${sql.lit(events)} where name = 'monitor_events'`.execute(db)
  await sql`
    insert into event_cursors (account_id, since, is_behind, read_at, retry_at, code)
    select id, ${sql.lit(events)}, 0, ${now.toISOString()}, null, null from accounts`.execute(db)
}

async function fillAlerts(db: Db, { accounts, each = ALERTS }: Tenancy, at: string): Promise<void> {
  const condition = (word: number) =>
    JSON.stringify({ kind: 'tender', filter: { ...ANY_NOTICE, keywords: [`budowa ${word}`] } })
  for (let word = 0; word < each; word += 1) {
    const timing = ['at_once', 'daily', 'weekly', 'none'][word % 4]
    const id = sql`'alert-' || i || '-' || ${sql.lit(word)}`
    await sql`${numbers(accounts)}
      insert into rules (id, account_id, owner, name, kind, condition, timing, digest_hour, weekday, working_days_only, enabled,
        language, created_by, created_at, updated_at, digest_from, since, since_at, last_notified_hit)
      select ${id}, 'account-' || i, ${TEAM_OWNER}, 'Budowa ' || ${sql.lit(word)}, 'tender', ${condition(word)}, ${timing}, 8, 1, 0, 1,
        'pl', 'user-' || i, ${at}, ${at}, ${at}, 0, ${at}, 0
      from numbers`.execute(db)
    await sql`${numbers(accounts)}
      insert into bzp_readings (rule_id, since_position, since_at, missing) select ${id}, 0, ${at}, 0 from numbers`.execute(
      db,
    )
  }
  await sql`insert into bzp_cursors (id, position, read_until) values ('notices', 0, ${at})`.execute(db)
}

const ANY_NOTICE = {
  exclude_keywords: [],
  cpv: [],
  provinces: [],
  cities: [],
  authorities: [],
  order_types: [],
  value_from: null,
  value_to: null,
  min_days_to_offer: null,
}

const REPORTS = [
  ['dzienny', 'daily', 'day_before'],
  ['tygodniowy', 'weekly', 'week_before'],
] as const

/**
 * Daily and weekly reports of a tag, due ten hours from now or later, and weekly white list checks. `each` is split
 * evenly between both, and every fourth was stopped when it was due.
 */
async function fillSchedules(db: Db, { accounts, each, now }: Tenancy): Promise<void> {
  const at = now.toISOString()
  const later = new Date(now.getTime() + 5 * 86_400_000).toISOString()
  const stopped = (index: number) => (each !== undefined && index % 4 === 3 ? at : null)
  const [reports, checks] = each === undefined ? [2, 1] : [Math.ceil(each / 2), Math.floor(each / 2)]
  for (let index = 0; index < reports; index += 1) {
    const [name = '', rhythm = '', period = ''] = REPORTS[index % 2] ?? []
    await sql`${numbers(accounts)}
      insert into report_schedules (id, account_id, owner, name, source, format, filter_id, filter_name, monitor_tag, rhythm, period,
        weekday, month_day, hour, working_days, enabled, stopped, stopped_at, starts_at, planned_until, created_by, created_at, updated_at, next_at)
      select 'schedule-' || ${index} || '-' || i, 'account-' || i, ${TEAM_OWNER}, ${`${name} ${index}`}, 'krz', 'csv', null, null, ${TAG}, ${rhythm},
        ${period}, 1, 1, 6, 0, 1, ${stopped(index) && 'role'}, ${stopped(index)}, ${at}, ${warsawDay(now)}, 'user-' || i, ${at}, ${at},
        ${stopped(index) === null ? '' : null} from numbers`.execute(db)
  }
  for (let index = 0; index < checks; index += 1) {
    await sql`${numbers(accounts)}
      insert into white_list_schedules (id, account_id, name, tag, rhythm, weekday, hour, budget_units, after_midnight, enabled,
        created_by, payer, created_at, updated_at, next_at, stopped, stopped_at, last_at, last_outcome, last_run_id, last_numbers)
      select 'check-' || ${index} || '-' || i, 'account-' || i, 'Tygodniowa ' || ${index}, ${TAG}, 'weekly', 1, 6, 100, 0, 1,
        'user@example.test', 'user-' || i, ${at}, ${at}, ${stopped(index) === null ? later : null}, ${stopped(index) && 'payer'}, ${stopped(index)},
        null, null, null, null
      from numbers`.execute(db)
  }
  await sql`
    insert into report_readings (account_id, read_at, failed_at, retry_at, code)
    select id, ${at}, null, null, null from accounts`.execute(db)
}

async function fillRules(db: Db, { accounts, events, each = RULES.length, now }: Tenancy): Promise<void> {
  const at = now.toISOString()
  for (let index = 0; index < each; index += 1) {
    const [kind, condition, timing] = RULES[index % RULES.length] ?? RULES[0]
    await sql`${numbers(accounts)}
      insert into rules (id, account_id, owner, name, kind, condition, timing, digest_hour, weekday, working_days_only, quiet_from,
        quiet_to, muted_until, enabled, language, created_by, created_at, updated_at, digest_from, since, since_at, last_notified_hit)
      select 'rule-' || ${sql.lit(index)} || '-' || i, 'account-' || i, ${TEAM_OWNER}, ${`${kind} ${index}`}, ${kind}, ${JSON.stringify(condition)},
        ${timing}, 8, 1, 0, null, null, null, 1, 'pl', 'user-' || i, ${at}, ${at}, ${at}, ${sql.lit(events)}, ${at}, 0
      from numbers`.execute(db)
  }
  await sql`
    insert into rule_cursors (account_id, kind, position, mark)
    select id, 'events', ${sql.lit(events)}, '' from accounts`.execute(db)
  for (const kind of [...new Set(RULES.map(([name]) => name)), 'telling']) {
    await sql`insert into rule_looks (account_id, kind, due_at) select id, ${kind}, '' from accounts`.execute(db)
  }
}

/** One more event for each account's first monitor with a tag, as if something happened to everybody. */
export async function addEventForAll(db: Db, { accounts, now }: Pick<Tenancy, 'accounts' | 'now'>): Promise<void> {
  const at = now.toISOString()
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ value: number }>`
      update sequences set value = value + ${sql.lit(accounts)} where name = 'monitor_events' returning value`.execute(
      trx,
    )
    const before = (rows[0]?.value ?? 0) - accounts
    await sql`${numbers(accounts)}
      insert into monitor_events (id, account_id, monitor_id, source, announcement_id, identifier_type, identifier_value,
        subject_name, title, created_at)
      select ${sql.lit(before)} + i, 'account-' || i, ${monitorId(sql`i`)}, 'krz', 'new-' || (${sql.lit(before)} + i), 'krs', ${pad(sql`i`)},
        'Firma sp. z o.o.', 'Obwieszczenie', ${at} from numbers`.execute(trx)
  })
}

const daysAgo = (now: Date, days: number): string => new Date(now.getTime() - days * 86_400_000).toISOString()
