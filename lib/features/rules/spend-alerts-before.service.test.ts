import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { sql } from 'kysely'
import { expect, it } from 'vitest'

import { findMail } from '@/lib/features/deliveries/statements/mails'
import { isStillSubscribed } from '@/lib/features/deliveries/unsubscribe'
import { alertFigures } from '@/lib/features/spend-cap/domain/spend-alert'
import { insertAccount } from '@/lib/service/accounts/statements/accounts'
import { migrate } from '@/lib/storage/migrate'
import { openUnmigrated } from '@/lib/storage/open'
import type { Db, Engine } from '@/lib/storage/storage'
import { makeMember } from '@/lib/testing/people'
import { makeDatabase } from '@/lib/testing/postgres'
import { engines } from '@/lib/testing/service'

import { ruleCondition } from './contract/conditions'
import { kindOfRule } from './kinds/registry'
import { reachedIn } from './kinds/spend-description'
import { reachedThresholdsOf } from './kinds/spend-reading'
import { listExistingOccurrences, listHits } from './statements/hits'
import { listNotices } from './statements/notices'
import { listTargets } from './statements/rules'

const ACCOUNT = '11111111-1111-4111-8111-111111111111'
const ALERT = '22222222-2222-4222-8222-222222222222'
const AT = '2026-11-19T10:00:00.000Z'
const PERIOD = '2026-10-31T23:00:00.000Z'
const METER = {
  included: 2,
  used: 13,
  overage_units: 11,
  overage_grosz: 88,
  unit_grosz: 8,
  spend_cap_pln: 1,
  period_start: PERIOD,
  period_end: '2026-11-30T23:00:00.000Z',
}

async function insert(db: Db, table: string, row: Readonly<Record<string, unknown>>): Promise<void> {
  const columns = sql.join(Object.keys(row).map((column) => sql.ref(column)))
  await sql`insert into ${sql.table(table)} (${columns}) values (${sql.join(Object.values(row))})`.execute(db)
}

const alertOf = (id: string, more: object = {}) => ({
  id,
  account_id: ACCOUNT,
  measure: 'actual',
  basis: 'cap',
  thresholds: '[50,80,100]',
  recipients: '["Finanse@firma.test","biuro@partner.test"]',
  language: 'pl',
  enabled: 1,
  created_by: 'finanse@firma.test',
  created_at: '2026-11-01T08:00:00.000Z',
  updated_at: '2026-11-02T08:00:00.000Z',
  ...more,
})

const firingOf = (id: string, threshold: number, more: object = {}) => ({
  id,
  account_id: ACCOUNT,
  alert_id: ALERT,
  period_start: PERIOD,
  measure: 'actual',
  basis: 'cap',
  threshold,
  cap_number: 3,
  at: AT,
  figures: JSON.stringify(alertFigures(METER, [], new Date(AT))),
  ...more,
})

const mailOf = (id: string, more: object) => ({
  id,
  account_id: ACCOUNT,
  alert_id: ALERT,
  kind: 'alert',
  recipient: 'biuro@partner.test',
  subject: 'Wydatki',
  body_text: 'x',
  body_html: 'x',
  state: 'sent',
  attempts: 1,
  next_at: AT,
  created_at: AT,
  ...more,
})

/**
 * Fills the tables of an earlier version: three alerts, one of which has reported two thresholds at once, and e-mails.
 */
async function fill(db: Db): Promise<string> {
  const account = { id: ACCOUNT, slug: 'przed', name: 'Przed', plan: 'pro', state: 'active', limits: '{}' } as const
  await insertAccount(db, { ...account, spend_cap_pln: 1, sealed_api_key: null, created_at: AT })
  const member = await makeMember({ db }, { accountId: ACCOUNT, role: 'finance', email: 'finanse@firma.test', at: AT })
  await insert(db, 'spend_alerts', alertOf(ALERT))
  await insert(db, 'spend_alerts', alertOf('twin', { created_at: AT, enabled: 0, recipients: '[]' }))
  const many = JSON.stringify(Array.from({ length: 10 }, (_, index) => 90_001 + index))
  await insert(db, 'spend_alerts', alertOf('long', { basis: 'pln', thresholds: many, language: 'en' }))
  await insert(db, 'alert_firings', firingOf('low', 50))
  await insert(db, 'alert_firings', firingOf('high', 80))
  await insert(db, 'alert_firings', firingOf('gone', 80, { alert_id: 'deleted' }))
  await insert(db, 'mails', mailOf('reported', { firing_id: 'high' }))
  await insert(db, 'mails', mailOf('test', { kind: 'test' }))
  await insert(db, 'mails', mailOf('orphan', { firing_id: 'gone', alert_id: 'deleted' }))
  return member.id
}

async function openEmpty(engine: Engine) {
  const dataDir = await mkdtemp(join(tmpdir(), 'registers-test-'))
  const database = engine === 'postgres' ? await makeDatabase() : undefined
  const storage = openUnmigrated({ dataDir, ...(database && { databaseUrl: database.url }) })
  const close = async () => {
    await storage.close()
    await database?.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { storage, close }
}

/** Expects reported thresholds to be listed with their message. Returns the number of the last reported hit. */
async function expectNotice(db: Db): Promise<number> {
  const [notice, ...others] = await listNotices(db, ALERT, 10)
  expect(others).toEqual([])
  expect(notice).toMatchObject({ id: 'high', kind: 'at_once', at: AT, hit_count: 1 })
  const [after, upTo] = [notice?.hits_after ?? Number.NaN, notice?.hits_up_to ?? Number.NaN]
  const reportedHits = await listHits(db, { ruleId: ALERT, after, upTo, limit: 10 })
  expect(reportedHits.map(({ content }) => reachedIn(JSON.parse(content)))).toMatchObject([
    { threshold: 80, also: [50], grosz: 88, basis: 'cap' },
  ])
  return upTo
}

it.each(engines)(
  'spend alerts of an earlier version become rules that keep their reported thresholds, on %s',
  async (engine) => {
    const { storage, close } = await openEmpty(engine)
    const { db } = storage
    await migrate(db, engine, { to: '040-report-archive' })
    const memberId = await fill(db)
    await migrate(db, engine)

    const rules = await db.selectFrom('rules').selectAll().orderBy('created_at').orderBy('id').execute()
    const shown = rules.map(({ id, owner, name, enabled, language }) => ({ id, owner, name, enabled, language }))
    expect(shown).toMatchObject([
      { id: ALERT, owner: '', name: 'Wydatki: 50%, 80%, 100% limitu', enabled: 1, language: 'pl' },
      { id: 'long', owner: '', enabled: 1, language: 'en' },
      { id: 'twin', owner: '', name: 'Wydatki: 50%, 80%, 100% limitu (2)', enabled: 0 },
    ])
    expect(shown[1]?.name).toMatch(/^Spending: PLN 90001, .*…$/)
    expect(shown[1]?.name).toHaveLength(80)
    for (const rule of rules) expect(kindOfRule(rule)?.condition.kind).toBe('spend')
    expect(rules[0]?.created_by).toBe(memberId)
    expect((await listTargets(db, ALERT)).map(({ kind, target }) => [kind, target])).toEqual([
      ['address', 'biuro@partner.test'],
      ['member', memberId],
    ])

    // The same numbers of the same period match nothing new; a higher threshold does.
    const condition = ruleCondition.parse({ kind: 'spend', basis: 'cap', thresholds: [50, 80, 85] })
    if (condition.kind !== 'spend') throw new Error('It is of another kind')
    const now = new Date(AT)
    const money = { meter: METER, figures: alertFigures(METER, [], now) }
    const occurrences = reachedThresholdsOf(condition, { now, money, summary: undefined }, 3).map(
      ({ occurrence }) => occurrence,
    )
    expect(occurrences).toHaveLength(3)
    expect(await listExistingOccurrences(db, ALERT, occurrences)).toEqual(new Set(occurrences.slice(0, 2)))

    const upTo = await expectNotice(db)
    // No hit waits to be sent, and the window of the next message begins after this one.
    expect(rules[0]).toMatchObject({ last_notified_hit: upTo, digest_from: '2026-11-19T10:00:00.001Z' })

    const mails = await Promise.all(['reported', 'test', 'orphan'].map((id) => findMail(db, id)))
    expect(mails.map((mail) => [mail?.rule_id, mail?.notice_id])).toEqual([
      [ALERT, 'high'],
      [ALERT, null],
      ['deleted', null],
    ])
    expect(mails.map((mail) => [mail?.state, mail?.subject, mail?.body_text])).toEqual(
      Array.from({ length: 3 }, () => ['delivered', 'Wydatki', 'x']),
    )
    const stillRead = await Promise.all(mails.flatMap((mail) => (mail ? [isStillSubscribed(db, mail)] : [])))
    expect(stillRead).toEqual([true, true, false])
    await close()
  },
)
