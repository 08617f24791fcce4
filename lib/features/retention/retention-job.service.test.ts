import { randomUUID } from 'node:crypto'

import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { updateAccountSettings, writeRetentionDefaults } from '@/lib/features/account-settings/statements'
import { recordAuditAlone } from '@/lib/features/audit/audit'
import { listEntriesAfter, findChain, putChain } from '@/lib/features/audit/statements/audit'
import { verifyAudit } from '@/lib/features/audit/verify-audit'
import { mailRow } from '@/lib/features/deliveries/queue'
import { insertMail } from '@/lib/features/deliveries/statements/mails'
import { insertNotice } from '@/lib/features/rules/statements/notices'
import { noMail } from '@/lib/panel/mail/mailer'
import { asAccountTx } from '@/lib/testing/as-account-tx'
import { openChannelsClient } from '@/lib/testing/delivery/channels'
import { openRules } from '@/lib/testing/delivery/rules'
import { callServiceAs, fetchAs, sendsNothing } from '@/lib/testing/panel-context'
import { sqliteOnly, startTestService, type TestService } from '@/lib/testing/service'

import { UNLIMITED_RETENTION, UNLIMITED_TERMS } from './domain/retention'
import { retentionJob } from './job'
import { readRetainedPeriod } from './statements/periods'

const DAYS = ['2026-01-10', '2026-03-10', '2026-09-10', '2026-11-10']

describe.each(sqliteOnly)('the retention job on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ engine, now: '2026-11-20T11:00:00.000Z' })
  })
  afterAll(() => service.stop())

  const runJob = () =>
    retentionJob.run({
      storage: service.storage,
      clock: () => service.clock.now(),
      log: pino({ level: 'silent' }),
      dataDir: '',
      mail: noMail,
      ...sendsNothing,
      isEmbedded: true,
      callFor: ({ id }) => callServiceAs(service, id),
      fetchFor: ({ id }) => fetchAs(service, id),
    })
  const numbersOf = async (accountId: string) =>
    (await listEntriesAfter(service.storage.db, accountId, { number: 0, limit: 100 })).map(({ number }) => number)
  const eventsOf = (accountId: string) =>
    service.storage.db
      .selectFrom('panel_events')
      .select(['id', 'lead_id'])
      .where('account_id', '=', accountId)
      .orderBy('id')
      .execute()

  /** Four entries and four events; the first three events belong to one announcement. */
  async function createFilledAccount() {
    const { accountId } = await service.createAccount()
    for (const [index, day] of DAYS.entries()) {
      const now = new Date(`${day}T10:00:00.000Z`)
      await recordAuditAlone(service.storage, { accountId, actor: 'a', action: 'filters.update', now })
      const event = {
        monitor_id: 'm',
        source: 'krz',
        announcement_id: 'x',
        identifier_type: 'krs',
        identifier_value: '1',
        kind: 'other',
        search_text: '',
      }
      const rest = { subject_name: null, title: null, created_at: now.toISOString(), day }
      const numbered = { account_id: accountId, id: index + 1, lead_id: index < 3 ? 1 : 4 }
      await service.storage.db
        .insertInto('panel_events')
        .values({ ...event, ...rest, ...numbered })
        .execute()
    }
    return accountId
  }

  it('deletes nothing by default', async () => {
    const accountId = await createFilledAccount()
    await runJob()
    expect(await numbersOf(accountId)).toEqual([1, 2, 3, 4])
    expect(await eventsOf(accountId)).toHaveLength(4)
  })

  it("uses the operator's default if the owner has chosen nothing", async () => {
    const [undecided, unlimited, shorter] = [
      await createFilledAccount(),
      await createFilledAccount(),
      await createFilledAccount(),
    ]
    await updateAccountSettings(asAccountTx(service.storage.db), unlimited, { event_months: UNLIMITED_RETENTION })
    await updateAccountSettings(asAccountTx(service.storage.db), shorter, { event_months: 1 })
    await writeRetentionDefaults(service.storage.db, { event_months: 6, audit_months: null, draft_days: null })
    await runJob()
    await writeRetentionDefaults(service.storage.db, UNLIMITED_TERMS)
    const remainingIds = async (accountId: string) => (await eventsOf(accountId)).map(({ id }) => id)
    expect([await remainingIds(undecided), await remainingIds(unlimited), await remainingIds(shorter)]).toEqual([
      [3, 4],
      [1, 2, 3, 4],
      [4],
    ])
    // Certificates mention the start of the period, no matter who decided on it.
    expect(await readRetainedPeriod(service.storage.db, undecided)).toMatchObject({
      events_from: expect.stringMatching(/^2026-05-/) as string,
    })
    expect(await readRetainedPeriod(service.storage.db, unlimited)).toEqual({ events_from: null, audit_from: null })
    expect(await numbersOf(undecided)).toEqual([1, 2, 3, 4, 5])
  })

  it('deletes the oldest audit entries, and the rest can still be verified', async () => {
    const accountId = await createFilledAccount()
    await updateAccountSettings(asAccountTx(service.storage.db), accountId, { audit_months: 6 })
    await runJob()
    await runJob()
    expect(await numbersOf(accountId)).toEqual([3, 4, 5])
    expect(await verifyAudit(service.storage, accountId)).toMatchObject({ entries: 5, keptFrom: 3, problem: null })
    const [, , last] = await listEntriesAfter(service.storage.db, accountId, { number: 0, limit: 100 })
    expect(last).toMatchObject({ action: 'audit.retention', actor: 'panel' })
    expect(await readRetainedPeriod(service.storage.db, accountId)).toMatchObject({
      audit_from: expect.stringMatching(/^2026-05-/) as string,
    })
    // Deleting more entries the same way is detected.
    const chain = (await findChain(service.storage.db, accountId)) ?? expect.fail()
    await putChain(asAccountTx(service.storage.db), { ...chain, kept_from: 4 })
    await service.storage.db
      .deleteFrom('audit_entries')
      .where('account_id', '=', accountId)
      .where('number', '=', 3)
      .execute()
    expect((await verifyAudit(service.storage, accountId)).problem).not.toBeNull()
  })

  it('deletes what rules sent about old events, but nothing that still waits', async () => {
    const accountId = await createFilledAccount()
    const { db } = service.storage
    const owner = await openChannelsClient(service, accountId)
    const { channel } = await owner.create({ url: 'http://127.0.0.1:9/' })
    const rules = await openRules(service, accountId)
    const rule = await rules.create({ name: 'Stara' })
    await updateAccountSettings(asAccountTx(db), accountId, { event_months: 1 })
    const old = '2026-09-10T10:00:00.000Z'
    const ids = await owner.queue(channel.id, ['gone', 'dead', 'waiting', 'new'])
    const states = ['delivered', 'dead', 'waiting', 'delivered'] as const
    for (const [index, id] of ids.entries()) {
      const row = { state: states[index] ?? 'waiting', ...(index < 3 && { created_at: old }) }
      await db
        .updateTable('deliveries')
        .set(row)
        .where('id', '=', id ?? '')
        .execute()
    }
    const hitRow = (number: number, occurrence: string) => ({
      rule_id: rule.id,
      occurrence,
      account_id: accountId,
      number,
      at: old,
      subject_key: 'a',
      content: '{}',
    })
    await db.updateTable('rules').set({ last_notified_hit: 1_000_001 }).where('id', '=', rule.id).execute()
    await db
      .insertInto('rule_hits')
      .values([hitRow(1_000_000, 'event:1'), hitRow(1_000_001, 'missing:krz:2026-09-09'), hitRow(1_000_002, 'event:2')])
      .execute()
    const notice = (instant: string) => ({
      id: randomUUID(),
      account_id: accountId,
      rule_id: rule.id,
      kind: 'at_once' as const,
      window_start: instant,
      window_end: instant,
      at: instant,
      hit_count: 1,
      hits_after: null,
      hits_up_to: null,
    })
    await insertNotice(asAccountTx(db), notice('2026-09-08T10:00:00.000Z'))
    await insertNotice(asAccountTx(db), notice(old))
    for (const state of ['delivered', 'waiting'] as const) {
      const mailFields = {
        account_id: accountId,
        rule_id: rule.id,
        notice_id: 'n',
        kind: 'alert',
        recipient: 'a@b.test',
      } as const
      const words = () => ({ subject: 's', body_text: 'said', body_html: 'said' })
      const mail = mailRow({ ...mailFields, at: old }, { state: 'waiting', words, links: () => undefined })
      await insertMail(db, { ...mail, state, attempts: 1 })
    }
    await runJob()
    const remaining = await db
      .selectFrom('deliveries')
      .select('id')
      .where('account_id', '=', accountId)
      .where('recipient', 'is', null)
      .execute()
    expect(new Set(remaining.map(({ id }) => id))).toEqual(new Set(ids.slice(2)))
    const hits = await db.selectFrom('rule_hits').select('occurrence').where('rule_id', '=', rule.id).execute()
    expect(new Set(hits.map(({ occurrence }) => occurrence))).toEqual(new Set(['missing:krz:2026-09-09', 'event:2']))
    expect((await rules.notices(rule.id)).map((each) => each.at)).toEqual([old])
    const mails = await db
      .selectFrom('deliveries')
      .select(['state', 'body_text'])
      .where('account_id', '=', accountId)
      .where('recipient', 'is not', null)
      .execute()
    expect(new Set(mails.map(({ state, body_text: text }) => `${state} ${text}`))).toEqual(
      new Set(['delivered ', 'waiting said']),
    )
  })

  it('deletes no entry of an audit log that fails verification', async () => {
    const accountId = await createFilledAccount()
    await updateAccountSettings(asAccountTx(service.storage.db), accountId, { audit_months: 1 })
    const chain = (await findChain(service.storage.db, accountId)) ?? expect.fail()
    await putChain(asAccountTx(service.storage.db), { ...chain, entries: 3 })
    await runJob()
    expect(await numbersOf(accountId)).toEqual([1, 2, 3, 4])
  })

  it('deletes old events, makes the first remaining one the lead, and records the start of the retained period', async () => {
    const accountId = await createFilledAccount()
    await updateAccountSettings(asAccountTx(service.storage.db), accountId, { event_months: 6 })
    await runJob()
    expect(await eventsOf(accountId)).toEqual([
      { id: 3, lead_id: 3 },
      { id: 4, lead_id: 4 },
    ])
    expect(await readRetainedPeriod(service.storage.db, accountId)).toMatchObject({
      events_from: expect.stringMatching(/^2026-05-/) as string,
    })
    await runJob()
    expect(await numbersOf(accountId)).toEqual([1, 2, 3, 4, 5])
  })
})
