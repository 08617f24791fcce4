import { randomUUID } from 'node:crypto'

import { expect, it } from 'vitest'

import { insertDeliveries } from '@/lib/features/deliveries/statements/queued'
import { replaceTargets, ruleRows } from '@/lib/features/rules/statements/rules'
import { describeStatements, minute } from '@/lib/testing/statements/describe-statements'
import { expectOwnedRows } from '@/lib/testing/statements/owned-rows'
import type { Row } from '@/lib/testing/statements/rows'

import * as channels from './statements'

describeStatements([channels], (store, statements) => {
  const createChannel = async (name: string, overrides: Partial<Row<'channels'>> = {}) => {
    const account_id = overrides.account_id ?? (await store.account())
    const row = store.row('channels', {
      id: randomUUID(),
      name,
      kind: 'webhook',
      state: 'on',
      ...overrides,
      account_id,
    })
    await statements.channelRows.insert(store.tx, row)
    return row
  }

  it('list, find and update owned channels', async () => {
    await expectOwnedRows(store, statements.channelRows, {
      table: 'channels',
      ownership: 'owner',
      hasCreator: true,
      more: { kind: 'slack' },
    })
    const accountId = await store.account()
    const user = await store.member(accountId)
    const created = [
      await createChannel('B', { account_id: accountId, owner: user }),
      await createChannel('A', { account_id: accountId }),
      await createChannel('C', { account_id: accountId, owner: 'other' }),
      await createChannel('D', { account_id: accountId, deleted_at: minute(1) }),
      await createChannel('', { account_id: accountId, kind: 'email' }),
      await createChannel('E'),
    ]
    const names = async (owner?: string) =>
      (await statements.listChannelsFor(store.db, accountId, owner)).map(({ name }) => name).join('')
    expect([await names(), await names(user), await names('')]).toEqual(['ABC', 'AB', 'A'])
    expect(
      (await statements.channelRows.list(store.db, { accountId, userId: user })).map(({ name }) => name).toSorted(),
    ).toEqual(['A', 'B'])
    expect((await statements.findChannel(store.db, created[3]!.id))?.name).toBe('D')
    await statements.updateChannel(store.db, created[0]!.id, { state: 'off', off_reason: 'gone' })
    expect(await statements.findChannel(store.db, created[0]!.id)).toMatchObject({ state: 'off', off_reason: 'gone' })
    await statements.insertChannelSequence(store.tx, created[1]!)
    expect(
      await store.db.selectFrom('channel_sequences').selectAll().where('channel_id', '=', created[1]!.id).execute(),
    ).toEqual([{ channel_id: created[1]!.id, value: 0 }])
  })

  it('count, speed up and end waiting deliveries', async () => {
    const channel = await createChannel('A')
    const other = await createChannel('B', { account_id: channel.account_id })
    const insertStates = (
      channelId: string,
      ...states: [state: Row<'deliveries'>['state'], next?: number, type?: string][]
    ) =>
      insertDeliveries(
        store.tx,
        states.map(([state, next = 5, type = 'alert'], index) =>
          store.row('deliveries', {
            id: randomUUID(),
            account_id: channel.account_id,
            channel_id: channelId,
            message_id: `${index}`,
            state,
            next_at: minute(next),
            type,
            language: 'pl',
          }),
        ),
      )
    await insertStates(channel.id, ['waiting'], ['waiting', 9], ['dead'], ['delivered'], ['waiting', 5, 'test'])
    await insertStates(other.id, ['waiting', 9])
    const counts = (await statements.countByChannel(store.db, channel.account_id)).map(
      (row) => `${row.channel_id === other.id ? 'B' : 'A'} ${row.state} ${row.count}`,
    )
    expect(counts.toSorted()).toEqual(['A dead 1', 'A waiting 2', 'B waiting 1'])
    await statements.makeWaitingDue(store.tx, channel.id, minute(6))
    const dueTimes = async (id: string) =>
      (
        await store.db
          .selectFrom('deliveries')
          .select('next_at')
          .where('channel_id', '=', id)
          .where('state', '=', 'waiting')
          .orderBy('next_at')
          .execute()
      ).map((row) => row.next_at)
    expect([await dueTimes(channel.id), await dueTimes(other.id)]).toEqual([
      [minute(5), minute(5), minute(6)],
      [minute(9)],
    ])
    expect(await statements.endWaiting(store.tx, channel.id, { state: 'dead', last_error: 'gone' })).toBe(3)
    expect([await dueTimes(channel.id), await dueTimes(other.id)]).toEqual([[], [minute(9)]])
    const rule = async (account_id: string) => {
      const id = randomUUID()
      await ruleRows.insert(
        store.tx,
        store.row('rules', { id, account_id, kind: 'events', timing: 'none', language: 'pl' }),
      )
      await replaceTargets(store.tx, id, [
        { kind: 'channel', target: channel.id },
        { kind: 'address', target: other.id },
      ])
    }
    for (const id of [channel.account_id, channel.account_id, await store.account()]) await rule(id)
    expect(await statements.countRulesByChannel(store.db, channel.account_id)).toEqual([
      { channel_id: channel.id, count: 2 },
    ])
  })

  it('record failures, deliveries, send slots and pauses', async () => {
    const [{ id }, other] = [await createChannel('A'), await createChannel('B')]
    const current = async () => statements.findChannel(store.db, id)
    const markFailing = (moment: number, before: number) =>
      statements.markFailing(store.db, id, { at: minute(moment), before: minute(before) })
    expect([await markFailing(5, 0), await markFailing(6, 5), await markFailing(8, 6)]).toEqual([true, false, true])
    expect(await current()).toMatchObject({ failing_since: minute(8), last_failed_at: minute(8) })
    expect([await statements.clearFailing(store.db, id), await statements.clearFailing(store.db, id)]).toEqual([
      true,
      false,
    ])
    await statements.recordDelivered(store.db, id, { now: minute(10), before: minute(9) })
    await statements.recordDelivered(store.db, id, { now: minute(11), before: minute(10) })
    expect((await current())?.last_delivered_at).toBe(minute(10))
    await markFailing(12, 0)
    await statements.recordDelivered(store.db, id, { now: minute(13), before: minute(10) })
    expect(await current()).toMatchObject({ last_delivered_at: minute(13), failing_since: null, last_failed_at: null })
    const claim = (now: number, next: number) =>
      statements.claimSendSlot(store.db, id, { now: minute(now), next: minute(next) })
    expect([await claim(1, 5), await claim(4, 9), await claim(5, 8)]).toEqual([true, false, true])
    await statements.pauseChannel(store.db, id, minute(7))
    expect((await current())?.paused_until).toBe(minute(8))
    await statements.pauseChannel(store.db, id, minute(20))
    expect((await current())?.paused_until).toBe(minute(20))
    expect(await statements.findChannel(store.db, other.id)).toMatchObject({
      paused_until: null,
      last_delivered_at: null,
      failing_since: null,
    })
  })
})
