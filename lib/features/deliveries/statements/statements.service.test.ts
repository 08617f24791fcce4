import { randomUUID } from 'node:crypto'

import { expect, it } from 'vitest'

import { channelRows, insertChannelSequence } from '@/lib/features/channels/statements'
import { replaceTargets, ruleRows } from '@/lib/features/rules/statements/rules'
import { describeStatements, minute, type StatementsStore } from '@/lib/testing/statements/describe-statements'
import type { Row } from '@/lib/testing/statements/rows'

import * as deliveries from './deliveries'
import * as mails from './mails'
import * as queued from './queued'
import * as sending from './sending'

async function makeChannel(store: StatementsStore, overrides: Partial<Row<'channels'>> = {}) {
  const account_id = overrides.account_id ?? (await store.account())
  const id: string = randomUUID()
  await channelRows.insert(
    store.tx,
    store.row('channels', { id, kind: 'webhook', state: 'on', ...overrides, account_id }),
  )
  await insertChannelSequence(store.tx, { id })
  return { account_id, channel_id: id }
}
type ChannelKey = Awaited<ReturnType<typeof makeChannel>>

const countedSequences = new Map<string, number>()
/** The message is named after the sequence, which is also the minute of creation and of the next attempt. */
const deliveryOf = (
  store: StatementsStore,
  key: ChannelKey,
  sequence: number,
  overrides: Partial<Row<'deliveries'>> = {},
) =>
  store.row('deliveries', {
    id: `${String(countedSequences.set(key.channel_id, sequence).size).padStart(3, '0')}-${sequence}-${key.channel_id}`,
    ...key,
    message_id: `m${sequence}`,
    type: 'alert',
    subject_key: 's',
    sequence,
    state: 'waiting',
    language: 'pl',
    next_at: minute(sequence),
    created_at: minute(sequence),
    ...overrides,
  })

async function makeRule(store: StatementsStore, account_id: string, overrides: Partial<Row<'rules'>> = {}) {
  const id = randomUUID()
  await ruleRows.insert(
    store.tx,
    store.row('rules', { id, account_id, kind: 'events', timing: 'at_once', language: 'pl', ...overrides }),
  )
  return id
}

describeStatements([deliveries, mails, queued, sending], (store, statements) => {
  const putDeliveries = async (
    key: ChannelKey,
    ...entries: [sequence: number, overrides?: Partial<Row<'deliveries'>>][]
  ) => {
    const rows = entries.map(([sequence, overrides]) => deliveryOf(store, key, sequence, overrides))
    await statements.insertDeliveries(store.tx, rows)
    return rows
  }
  const messages = (rows: readonly { message_id: string }[]) => rows.map((row) => row.message_id).join(' ')
  const readDelivery = async (id: string) =>
    store.db.selectFrom('deliveries').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const states = async ({ channel_id }: ChannelKey) =>
    (
      await store.db
        .selectFrom('deliveries')
        .select(['message_id', 'state', 'last_error'])
        .where('channel_id', '=', channel_id)
        .orderBy('sequence')
        .execute()
    ).map((row) => [row.message_id, row.state, row.last_error].filter((word) => word !== null).join(' '))

  it('list visible deliveries newest first, filtered and paged, and only to those who may see them', async () => {
    const accountId = await store.account()
    const [userId, other] = [await store.member(accountId), await store.member(accountId)]
    const team = await makeChannel(store, { account_id: accountId, name: 'Team', url_shown: 'https://x' })
    const ownChannel = await makeChannel(store, { account_id: accountId, owner: userId, kind: 'slack' })
    const foreignChannel = await makeChannel(store, { account_id: accountId, owner: other })
    await putDeliveries(team, [1], [2, { state: 'dead' }], [3, { created_at: minute(2) }])
    await putDeliveries(ownChannel, [4, { rule_id: 'r' }])
    await putDeliveries(foreignChannel, [5])
    await putDeliveries(await makeChannel(store), [6])
    const viewer = { accountId, userId, email: 'me@example.test', seesMonitoring: true, ruleKinds: ['events'] }
    const list = async (query: Partial<deliveries.DeliveryQuery> = {}, reader = viewer) =>
      messages(await statements.listVisibleDeliveries(store.db, reader, { limit: 9, ...query }))
    const all = await statements.listVisibleDeliveries(store.db, viewer, { limit: 9 })
    for (const state of ['waiting', 'delivered', 'dead', 'cancelled'] as const)
      expect(await statements.countVisibleDeliveries(store.db, viewer, { state, since: minute(0) })).toBe(
        all.filter((each) => each.state === state).length,
      )
    expect(await statements.countVisibleDeliveries(store.db, viewer, { state: 'waiting', since: minute(9999) })).toBe(0)
    const [, second, third] = all
    expect(new Set(messages(all).split(' '))).toEqual(new Set(['m4', 'm3', 'm2', 'm1']))
    expect(all.map(({ created_at }) => created_at)).toEqual([4, 2, 2, 1].map(minute))
    expect(second!.id > third!.id).toBe(true)
    expect(all.at(-1)).toMatchObject({
      channel_name: 'Team',
      channel_url: 'https://x',
      channel_kind: 'webhook',
      rule_owner: null,
    })
    expect(await list({ after: { at: second!.created_at, id: second!.id } })).toBe(`${third!.message_id} m1`)
    expect(await list({ limit: 1 })).toBe('m4')
    expect([
      await list({ state: 'dead' }),
      await list({ channelId: ownChannel.channel_id }),
      await list({ kind: 'slack' }),
    ]).toEqual(['m2', 'm4', 'm4'])
    expect([await list({ ruleId: 'r' }), await list({ since: minute(3) })]).toEqual(['m4', 'm4'])
    expect(await list({}, { ...viewer, seesMonitoring: false })).toBe('')
    expect(await statements.findVisibleDelivery(store.db, viewer, all[0]!.id)).toMatchObject({
      message_id: 'm4',
      channel_owner: userId,
    })
    expect(await statements.findVisibleDelivery(store.db, { ...viewer, userId: other }, all[0]!.id)).toBeUndefined()
  })

  it('list, count, move, cancel and erase e-mails', async () => {
    const accountId = await store.account()
    const [userId, other] = [await store.member(accountId), await store.member(accountId)]
    const key = { account_id: accountId, channel_id: accountId }
    const [team, foreignRule] = [await makeRule(store, accountId), await makeRule(store, accountId, { owner: other })]
    const mail = async (sequence: number, overrides: Partial<Row<'deliveries'>> = {}) => {
      const row = deliveryOf(store, key, sequence, {
        recipient: 'me@x',
        body_text: 'text',
        body_html: 'html',
        ...overrides,
      })
      await statements.insertMail(store.db, row)
      return row.id
    }
    const spend = await mail(1)
    const ruled = await mail(2, { rule_id: team, notice_id: 'n1' })
    await mail(3, { rule_id: foreignRule, notice_id: 'n2' })
    await mail(4, { rule_id: 'gone', notice_id: 'n3' })
    await mail(5, { rule_id: 'gone', notice_id: 'n4', recipient: 'other@x' })
    const person = await mail(6, { type: 'person' })
    const viewer = { accountId, userId, email: 'me@x', seesMonitoring: true, ruleKinds: ['events'] }
    const list = async (overrides: Partial<deliveries.DeliveryViewer>) =>
      messages(await statements.listVisibleDeliveries(store.db, { ...viewer, ...overrides }, { limit: 9 }))
    expect(await list({})).toBe('m4 m2 m1')
    expect([await list({ seesMonitoring: false }), await list({ ruleKinds: [] })]).toEqual(['m2 m1', 'm4 m1'])
    expect((await statements.findMail(store.db, ruled))?.recipient).toBe('me@x')
    const [post] = await putDeliveries(await makeChannel(store, { account_id: accountId }), [1])
    expect(await statements.findMail(store.db, post!.id)).toBeUndefined()
    const counts = await statements.countByNotice(store.db, { accountId, userId }, ['n1', 'n2'])
    expect(counts.map((row) => [row.notice_id, row.count, row.state, row.name])).toEqual([
      ['n1', 1, 'waiting', ''],
      ['n2', 1, 'waiting', ''],
    ])
    expect(await statements.countByNotice(store.db, { accountId, userId }, [])).toEqual([])

    await replaceTargets(store.tx, team, [{ kind: 'member', target: userId }])
    await statements.moveWaitingMails(store.tx, { accountIds: [accountId], userId, from: 'me@x', to: 'new@x' })
    await statements.moveWaitingMails(store.tx, { accountIds: [], userId, from: 'new@x', to: 'never@x' })
    const recipients = await store.db
      .selectFrom('deliveries')
      .select('recipient')
      .where('channel_id', '=', accountId)
      .orderBy('sequence')
      .execute()
    expect(recipients.map(({ recipient }) => recipient)).toEqual(['me@x', 'new@x', 'me@x', 'me@x', 'other@x', 'me@x'])
    await statements.cancelWaitingMails(store.tx, { alertId: 'gone', recipient: 'me@x' })
    expect((await states(key)).filter((state) => state.includes('cancelled'))).toEqual(['m4 cancelled'])
    await store.db
      .updateTable('deliveries')
      .set({ state: 'delivered' })
      .where('id', 'in', [spend, ruled, person])
      .execute()
    await statements.eraseMailsBefore(store.db, minute(6), accountId)
    const texts = async () => Promise.all([spend, ruled, person].map(async (id) => (await readDelivery(id)).body_text))
    expect(await texts()).toEqual(['text', '', 'text'])
    await statements.eraseMailsBefore(store.db, minute(6))
    expect(await texts()).toEqual(['', '', 'text'])
  })

  it('replay deliveries, count tests and list attempts', async () => {
    const key = await makeChannel(store)
    const busy = { claimed_by: 'x', claimed_until: minute(9) }
    const [dead, sent, old] = await putDeliveries(
      key,
      [5, { state: 'dead', attempts: 3, last_error: 'e' }],
      [6, busy],
      [1, { state: 'dead' }],
      [7, { type: 'test' }],
      [8, { state: 'dead', type: 'test' }],
    )
    expect(messages(await statements.listClaimedBy(store.db, key.account_id, 'x'))).toBe('m6')
    expect([
      await statements.replayDelivery(store.tx, sent!.id, minute(8)),
      await statements.replayDelivery(store.tx, sent!.id, minute(9)),
    ]).toEqual([false, true])
    expect(await statements.replayDead(store.tx, key.channel_id, { since: minute(2), now: minute(10) })).toBe(1)
    expect(await readDelivery(dead!.id)).toMatchObject({
      state: 'waiting',
      next_at: minute(10),
      retry_cycle_from: 3,
      last_error: null,
    })
    expect((await readDelivery(old!.id)).state).toBe('dead')
    const tests = (since: number, isMail?: boolean) =>
      statements.countTests(store.db, { accountId: key.account_id, since: minute(since), ...(isMail && { isMail }) })
    expect([await tests(0), await tests(8), await tests(0, true)]).toEqual([2, 1, 0])
    const attempt = (number: number, error: string) =>
      store.row('delivery_attempts', { delivery_id: dead!.id, number, at: minute(1), error })
    for (const row of [attempt(2, 'b'), attempt(1, 'a'), attempt(2, 'c')]) await statements.insertAttempt(store.db, row)
    expect((await statements.listAttempts(store.db, dead!.id)).map(({ error }) => error)).toEqual(['a', 'b'])
  })

  it('delete old deliveries, and deleted channels that have none', async () => {
    const deleted = await makeChannel(store, { deleted_at: minute(1) })
    const full = await makeChannel(store, { deleted_at: minute(1), account_id: deleted.account_id })
    const fresh = await makeChannel(store, { deleted_at: minute(5) })
    await putDeliveries(full, [1, { state: 'delivered' }], [2, { state: 'dead' }], [3], [4, { state: 'cancelled' }])
    await putDeliveries(fresh, [1, { state: 'dead' }])
    await statements.deleteOldDeliveries(store.db, { before: minute(2), accountId: full.account_id })
    expect(await states(full)).toEqual(['m2 dead', 'm3 waiting', 'm4 cancelled'])
    expect(await states(fresh)).toEqual(['m1 dead'])
    await statements.deleteOldDeliveries(store.db, { before: minute(4) })
    expect([await states(full), await states(fresh)]).toEqual([['m3 waiting', 'm4 cancelled'], []])
    await statements.deleteEmptyChannels(store.db, minute(5))
    const remainingRows = await Promise.all(
      [deleted, full, fresh].map(({ channel_id: id }) => channelRows.read(store.db, id)),
    )
    expect(remainingRows.map((row) => row !== undefined)).toEqual([false, true, true])
  })

  it('lock channels, reserve sequence numbers, find queued messages and cancel waiting ones', async () => {
    const one = await makeChannel(store)
    const two = await makeChannel(store, { account_id: one.account_id, state: 'off' })
    const deletedChannel = await makeChannel(store, { account_id: one.account_id, deleted_at: minute(1) })
    const elsewhere = await makeChannel(store)
    const ids = [one, two, deletedChannel, elsewhere].map(({ channel_id: id }) => id)
    const locked = await store.within([one.account_id], (tx) =>
      statements.lockQueueingChannels(tx, one.account_id, ids),
    )
    expect(locked).toEqual(
      [
        { id: one.channel_id, state: 'on' },
        { id: two.channel_id, state: 'off' },
      ].toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    )
    expect([
      await statements.reserveChannelNumbers(store.tx, one.channel_id, 3),
      await statements.reserveChannelNumbers(store.tx, one.channel_id, 1),
      await statements.reserveChannelNumbers(store.tx, two.channel_id, 1),
    ]).toEqual([1, 4, 1])
    const rows = await putDeliveries(
      one,
      [1, { rule_id: 'r' }],
      [2, { rule_id: 'r', type: 'test' }],
      [3, { rule_id: 'q' }],
      [4, { rule_id: 'r', state: 'dead' }],
    )
    await statements.insertDeliveries(store.tx, [{ ...rows[0]!, id: 'again', state: 'dead' }])
    await putDeliveries(two, [1, { rule_id: 'r' }])
    await putDeliveries(elsewhere, [1, { rule_id: 'r' }])
    const found = await statements.findDeliveryIds(store.db, one.channel_id, ['m1', 'm3', 'm9'])
    expect(found).toEqual(
      new Map([
        ['m1', rows[0]!.id],
        ['m3', rows[2]!.id],
      ]),
    )
    const scope = { accountId: one.account_id, ruleIds: ['r'] }
    expect(await statements.cancelForRemovedChannels(store.tx, { ...scope, channels: [one.channel_id] })).toBe(1)
    expect(await states(two)).toEqual(['m1 cancelled channel_removed'])
    expect(await statements.cancelWaitingOf(store.tx, { ...scope, ruleIds: [], reason: 'rule_off' })).toBe(0)
    expect(await statements.cancelWaitingOf(store.tx, { ...scope, reason: 'rule_off' })).toBe(1)
    expect(await states(one)).toEqual(['m1 cancelled rule_off', 'm2 waiting', 'm3 waiting', 'm4 dead'])
    expect(await states(elsewhere)).toEqual(['m1 waiting'])
  })

  it('list channels that have deliveries due', async () => {
    const names = new Map<string, string>()
    const createChannel = async (
      name: string,
      overrides: Partial<Row<'channels'>> = {},
      delivery: Partial<Row<'deliveries'>> = {},
    ) => {
      const key = await makeChannel(store, overrides)
      names.set(key.channel_id, name)
      await putDeliveries(key, [5, delivery])
      return key
    }
    const plain = await createChannel('plain')
    await createChannel('off', { state: 'off' })
    await createChannel('deleted', { deleted_at: minute(1) })
    await createChannel('paused', { paused_until: minute(7) })
    await createChannel('claimed', {}, { claimed_until: minute(7) })
    await createChannel('sent', {}, { state: 'delivered' })
    await createChannel('inactive', { account_id: await store.account({ state: 'inactive' }) })
    await createChannel('mail', { kind: 'email' })
    const viewer = await store.member(plain.account_id, { role: 'finance' })
    await createChannel('blind', { account_id: plain.account_id, owner: viewer })
    await createChannel('reader', { account_id: plain.account_id, owner: await store.member(plain.account_id) })
    const listDue = async (now: number, kinds = { posts: true, mails: false }) =>
      (await statements.listDueChannels(store.db, minute(now), kinds))
        .flatMap(({ id }) => names.get(id) ?? [])
        .toSorted()
        .join(' ')
    expect([await listDue(4), await listDue(6), await listDue(7)]).toEqual([
      '',
      'plain reader',
      'claimed paused plain reader',
    ])
    expect([await listDue(6, { posts: false, mails: true }), await listDue(6, { posts: false, mails: false })]).toEqual(
      ['mail', ''],
    )
  })

  it('select the next delivery of each subject, and claim, settle and postpone deliveries', async () => {
    const key = await makeChannel(store)
    const { channel_id: id } = key
    const [a1, a2, b1] = await putDeliveries(
      key,
      [1],
      [2],
      [3, { subject_key: 't', next_at: minute(0) }],
      [4, { subject_key: 'u', next_at: minute(9) }],
      [5, { subject_key: 'v', claimed_by: 'x', claimed_until: minute(8) }],
      [6, { subject_key: 'v' }],
    )
    const nextSequences = async (now: number, limit = 9) =>
      (await statements.listNextPerSubject(store.db, id, { now: minute(now), limit })).map((head) => head.split('-')[1])
    expect([await nextSequences(6), await nextSequences(6, 1), await nextSequences(9)]).toEqual([
      ['3', '1'],
      ['3'],
      ['3', '1', '5', '4'],
    ])
    expect([
      await statements.countInFlight(store.db, id, minute(7)),
      await statements.countInFlight(store.db, id, minute(8)),
    ]).toEqual([1, 0])
    const claim = (row: Row<'deliveries'> | undefined, by = 'me') =>
      statements.claimDelivery(store.db, { id: row!.id, by, now: minute(6), until: minute(8) })
    expect([
      (await claim(a2))?.id,
      (await claim(a1))?.claimed_by,
      await claim(a1, 'you'),
      (await claim(b1))?.id,
    ]).toEqual([undefined, 'me', undefined, b1!.id])
    await statements.settleDelivery(store.db, { id: a1!.id, state: 'delivered', delivered_at: minute(7) }, 'you')
    expect((await readDelivery(a1!.id)).state).toBe('waiting')
    await statements.settleDelivery(store.db, { id: a1!.id, state: 'delivered', delivered_at: minute(7) }, 'me')
    expect(await readDelivery(a1!.id)).toMatchObject({ state: 'delivered', delivered_at: minute(7), claimed_by: null })
    expect((await claim(a2))?.id).toBe(a2!.id)
    await statements.postponeFollowers(store.db, a1!, minute(20))
    expect([(await readDelivery(a2!.id)).next_at, (await readDelivery(b1!.id)).next_at]).toEqual([
      minute(20),
      minute(0),
    ])
    await statements.makeFollowersDue(store.db, a1!, minute(12))
    expect((await readDelivery(a2!.id)).next_at).toBe(minute(12))
    await store.db.updateTable('deliveries').set({ attempts: 1 }).where('id', '=', a2!.id).execute()
    await statements.makeFollowersDue(store.db, a1!, minute(11))
    expect((await readDelivery(a2!.id)).next_at).toBe(minute(12))
  })

  it("find other subjects behind a thousand deliveries of one, and erase the text of a person's delivered mail", async () => {
    const key = await makeChannel(store)
    const entries = Array.from({ length: 1001 }, (_, index): [number] => [index + 1])
    await putDeliveries(key, ...entries, [2000, { subject_key: 't' }])
    await store.db
      .updateTable('deliveries')
      .set({ claimed_until: minute(9000) })
      .where('channel_id', '=', key.channel_id)
      .where('sequence', '=', 1)
      .execute()
    expect(await statements.listNextPerSubject(store.db, key.channel_id, { now: minute(3000), limit: 5 })).toEqual([
      expect.stringMatching(/^\d+-2000-/),
    ])
    const [row] = await putDeliveries(await makeChannel(store), [
      1,
      { type: 'person', body_text: 'a link', body_html: 'a link', claimed_by: 'me' },
    ])
    await statements.settleDelivery(store.db, { id: row!.id, state: 'waiting', attempts: 1 }, 'me')
    expect(await readDelivery(row!.id)).toMatchObject({ body_text: 'a link', attempts: 1, claimed_by: null })
    await store.db
      .updateTable('deliveries')
      .set({ claimed_by: 'me', state: 'cancelled' })
      .where('id', '=', row!.id)
      .execute()
    await statements.settleDelivery(store.db, { id: row!.id, state: 'dead' }, 'me')
    expect((await readDelivery(row!.id)).state).toBe('cancelled')
    await statements.settleDelivery(store.db, { id: row!.id, state: 'delivered' }, 'me')
    expect(await readDelivery(row!.id)).toMatchObject({ state: 'delivered', body_text: '', body_html: '' })
  })
})
