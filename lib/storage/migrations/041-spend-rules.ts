import { type Kysely, sql } from 'kysely'

import { groupBy } from '@/lib/domain/collections/group-by'

/** Rows as they were before this migration; names of later versions do not matter here. */
type Alert = {
  id: string
  account_id: string
  measure: 'actual' | 'forecast'
  basis: 'cap' | 'included' | 'pln'
  thresholds: string
  recipients: string
  language: 'pl' | 'en'
  enabled: number
  created_by: string
  created_at: string
  updated_at: string
}
type Firing = {
  id: string
  account_id: string
  alert_id: string
  period_start: string
  measure: Alert['measure']
  basis: Alert['basis']
  threshold: number
  cap_number: number
  at: string
  figures: string
}

const NAME_LENGTH = 80
const TEAM_OWNER = ''

/**
 * Alerts on spending become rules of a kind: each alert becomes a rule with the same id that notifies immediately; what
 * it has reported is recorded and not reported again, and links in its mails open the rule.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['told_after', 'told_up_to']) {
    await db.schema.alterTable('rule_notices').addColumn(column, 'bigint').execute()
  }
  const { rows: alerts } = await sql<Alert>`select * from spend_alerts order by account_id, created_at, id`.execute(db)
  const { rows: firings } = await sql<Firing>`select * from alert_firings order by at, threshold`.execute(db)
  const firingsOf = groupBy(firings, ({ alert_id: id }) => id)
  const { rows: rules } = await sql<{ account_id: string; name: string }>`
    select account_id, name from rules where owner = ${TEAM_OWNER}`.execute(db)
  const named = new Set(rules.map(({ account_id: account, name }) => `${account} ${name}`))
  for (const alert of alerts) {
    await putRule(db, alert, freeName(alert, named))
    await putTold(db, alert, firingsOf.get(alert.id) ?? [])
  }
  await sql`update mails set notice_id = firing_id
    where firing_id is not null and exists (select 1 from rule_notices n where n.id = mails.firing_id)`.execute(db)
  await db.schema.dropIndex('mails_by_firing').execute()
  await db.schema.alterTable('mails').dropColumn('firing_id').execute()
  await db.schema.dropTable('alert_firings').execute()
  await db.schema.dropTable('spend_alerts').execute()
}

const words = {
  pl: {
    measure: { actual: 'Wydatki', forecast: 'Prognoza wydatków' },
    units: { actual: 'Zużycie', forecast: 'Prognoza zużycia' },
    cap: (list: string) => `${list} limitu`,
    included: (list: string) => `${list} jednostek w planie`,
    pln: (list: string) => `${list} zł`,
  },
  en: {
    measure: { actual: 'Spending', forecast: 'Forecast spending' },
    units: { actual: 'Usage', forecast: 'Forecast usage' },
    cap: (list: string) => `${list} of the cap`,
    included: (list: string) => `${list} of the included units`,
    pln: (list: string) => `PLN ${list}`,
  },
} as const

/** Safe: only the panel wrote the columns. */
const numbersIn = (json: string) => JSON.parse(json) as number[]
const textsIn = (json: string) => JSON.parse(json) as string[]

/** `Wydatki: 50%, 80% limitu`; a name that already exists in the account gets a number. */
function freeName(alert: Alert, named: Set<string>): string {
  const { measure, basis, language } = alert
  const t = words[language]
  const list = numbersIn(alert.thresholds).map((each) => (basis === 'pln' ? String(each) : `${each}%`))
  const whole = `${t[basis === 'included' ? 'units' : 'measure'][measure]}: ${t[basis](list.join(', '))}`
  for (let number = 1; ; number += 1) {
    const end = number === 1 ? '' : ` (${number})`
    const room = NAME_LENGTH - end.length
    const name = `${whole.length > room ? `${whole.slice(0, room - 1)}…` : whole}${end}`
    const key = `${alert.account_id} ${name}`
    if (named.has(key)) continue
    named.add(key)
    return name
  }
}

async function insertInto(db: Kysely<unknown>, table: string, row: Readonly<Record<string, unknown>>): Promise<void> {
  const columns = sql.join(Object.keys(row).map((column) => sql.ref(column)))
  await sql`insert into ${sql.table(table)} (${columns}) values (${sql.join(Object.values(row))})`.execute(db)
}

async function putRule(db: Kysely<unknown>, alert: Alert, name: string): Promise<void> {
  const { id, account_id, measure, basis } = alert
  const { rows: users } = await sql<{ id: string }>`
    select id from users where email = ${alert.created_by}`.execute(db)
  await insertInto(db, 'rules', {
    id,
    account_id,
    owner: TEAM_OWNER,
    name,
    kind: 'spend',
    condition: JSON.stringify({
      kind: 'spend',
      measure,
      basis,
      pool: null,
      thresholds: numbersIn(alert.thresholds).toSorted((a, b) => a - b),
    }),
    timing: 'at_once',
    digest_hour: 8,
    weekday: 1,
    working_days_only: 0,
    quiet_from: null,
    quiet_to: null,
    muted_until: null,
    enabled: alert.enabled,
    language: alert.language,
    created_by: users[0]?.id ?? '',
    created_at: alert.created_at,
    updated_at: alert.updated_at,
    digest_from: alert.created_at,
    since: 0,
    since_at: alert.created_at,
    told_up_to: 0,
  })
  await putTargets(db, alert)
}

/** Members by id, all others by address, without duplicate mailboxes. */
async function putTargets(db: Kysely<unknown>, { id, account_id, recipients }: Alert): Promise<void> {
  const { rows: members } = await sql<{ id: string; email: string }>`
    select u.id, u.email from members m join users u on u.id = m.user_id where m.account_id = ${account_id}`.execute(db)
  const mailbox = (address: string) => address.trim().normalize('NFKC').toLowerCase()
  const idOf = new Map(members.map((member) => [mailbox(member.email), member.id]))
  for (const address of new Set(textsIn(recipients).map(mailbox))) {
    const member = idOf.get(address)
    const target = member === undefined ? { kind: 'address', target: address } : { kind: 'member', target: member }
    await insertInto(db, 'rule_targets', { rule_id: id, ...target })
  }
}

/** Firings at one time were one message about the highest, whose id its mails have. */
async function putTold(db: Kysely<unknown>, { id, account_id }: Alert, firings: readonly Firing[]): Promise<void> {
  for (const [at, ofMoment] of groupBy(firings, (firing) => firing.at)) {
    const highest = ofMoment.at(-1)
    if (!highest) continue
    const lower = ofMoment.slice(0, -1)
    const number = await nextNumber(db)
    const end = new Date(Date.parse(at) + 1).toISOString()
    for (const firing of lower) await putHit(db, { firing, number: 0, also: [] })
    await putHit(db, { firing: highest, number, also: lower.map(({ threshold }) => threshold) })
    await insertInto(db, 'rule_notices', {
      id: highest.id,
      account_id,
      rule_id: id,
      kind: 'at_once',
      window_start: at,
      window_end: end,
      at,
      hit_count: 1,
      told_after: number - 1,
      told_up_to: number,
    })
    await sql`update rules set told_up_to = ${number}, digest_from = ${end} where id = ${id}`.execute(db)
  }
}

async function nextNumber(db: Kysely<unknown>): Promise<number> {
  const { rows } = await sql<{ value: number }>`
    update sequences set value = value + 1 where name = 'rule_hits' returning value`.execute(db)
  return Number(rows[0]?.value)
}

type Hit = { readonly firing: Firing; readonly number: number; readonly also: readonly number[] }

async function putHit(db: Kysely<unknown>, { firing, number, also }: Hit): Promise<void> {
  const { alert_id, account_id, period_start, measure, basis, threshold, cap_number, at } = firing
  await insertInto(db, 'rule_hits', {
    rule_id: alert_id,
    occurrence: ['spend', period_start, measure, basis, threshold, cap_number].join(':'),
    account_id,
    at,
    subject_key: `spend:${alert_id}`,
    content: JSON.stringify({
      basis: 'money',
      period_start,
      firing: { measure, basis, threshold, at },
      figures: JSON.parse(firing.figures) as unknown,
      meter: { period_start },
      also,
    }),
    number,
  })
}
