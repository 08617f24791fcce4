import { expect, it } from 'vitest'

import { describeStatements, minute } from '@/lib/testing/statements/describe-statements'

import * as attention from './statements'

describeStatements([attention], (store, statements) => {
  it('count monitors whose filter is gone', async () => {
    const a = await store.account()
    await store.db
      .insertInto('filters')
      .values(store.row('filters', { id: `f-${a}`, account_id: a }))
      .execute()
    const put = (
      position: number,
      values: { identifier_type?: 'krs'; identifier_value?: string; filter_id?: string },
    ) =>
      store.db
        .insertInto('monitors')
        .values(
          store.row('monitors', {
            id: `${position}-${a}`,
            account_id: a,
            position,
            identifier_type: null,
            identifier_value: null,
            filter_id: null,
            ...values,
          }),
        )
        .execute()
    await put(1, { identifier_type: 'krs', identifier_value: '0000028860' })
    await put(2, { filter_id: `f-${a}` })
    await put(3, { filter_id: 'gone' })
    await put(4, {})
    expect(await statements.countSilentMonitors(store.db, a)).toBe(2)
    expect(await statements.countSilentMonitors(store.db, await store.account())).toBe(0)
  })

  it('read what stands still, of channels only those that the panel turned off', async () => {
    const a = await store.account()
    const me = await store.member(a)
    expect(await statements.readStandstills(store.db, { accountId: a, userId: me })).toEqual({
      reading_code: null,
      read_at: null,
      archive_enabled: null,
      archive_state: null,
      archive_off_reason: null,
      channels_off: 0,
      schedules_stopped: 0,
      feeds_revoked: 0,
    })
    const cursor = store.row('event_cursors', { account_id: a, code: 'rate_limited', read_at: minute(1) })
    await store.db.insertInto('event_cursors').values(cursor).execute()
    const archive = store.row('archive_settings', { account_id: a, enabled: 1, state: 'failing' })
    await store.db.insertInto('archive_settings').values(archive).execute()
    const channels = [
      { state: 'off', off_reason: 'failing', owner: '' },
      { state: 'off', off_reason: 'gone', owner: me },
      { state: 'off', off_reason: 'gone', owner: 'another' },
      { state: 'off', off_reason: 'by_hand', owner: '' },
      { state: 'off', off_reason: 'gone', owner: '', deleted_at: minute(2) },
      { state: 'on', off_reason: null, owner: '' },
    ] as const
    for (const [index, channel] of channels.entries())
      await store.db
        .insertInto('channels')
        .values(store.row('channels', { id: `${index}-${a}`, account_id: a, deleted_at: null, ...channel }))
        .execute()
    for (const [id, stopped] of [
      ['stopped', 'over_budget'],
      ['active', null],
    ] as const)
      await store.db
        .insertInto('white_list_schedules')
        .values(store.row('white_list_schedules', { id: `${id}-${a}`, account_id: a, stopped }))
        .execute()
    const feeds = [
      { user_id: me, revoked_at: minute(1) },
      { user_id: me, revoked_at: null },
      { user_id: await store.member(a), revoked_at: minute(1) },
    ]
    for (const [index, feed] of feeds.entries())
      await store.db
        .insertInto('feeds')
        .values(store.row('feeds', { id: `${index}-${a}`, account_id: a, token_sha256: `${index}-${a}`, ...feed }))
        .execute()
    expect(await statements.readStandstills(store.db, { accountId: a, userId: me })).toMatchObject({
      reading_code: 'rate_limited',
      read_at: minute(1),
      archive_enabled: 1,
      archive_state: 'failing',
      channels_off: 2,
      schedules_stopped: 1,
      feeds_revoked: 1,
    })
  })

  it('list budgets of enabled risk rules with what the month has used', async () => {
    const a = await store.account()
    const me = await store.member(a)
    const put = (id: string, values: object) =>
      store.db
        .insertInto('rules')
        .values(
          store.row('rules', {
            id: `${id}-${a}`,
            account_id: a,
            kind: 'risk',
            enabled: 1,
            owner: '',
            condition: id,
            ...values,
          }),
        )
        .execute()
    await put('team', {})
    await put('off', { enabled: 0 })
    await put('private', { owner: 'another' })
    await put('events', { kind: 'events' })
    const viewer = { accountId: a, userId: me }
    expect(await statements.listRiskBudgets(store.db, { ...viewer, month: '2026-11' })).toEqual([])
    const watch = store.row('risk_watches', { account_id: a, month: '2026-11', used_units: 7 })
    await store.db.insertInto('risk_watches').values(watch).execute()
    expect(await statements.listRiskBudgets(store.db, { ...viewer, month: '2026-11' })).toEqual([
      { condition: 'team', used_units: 7 },
    ])
    expect(await statements.listRiskBudgets(store.db, { ...viewer, month: '2026-12' })).toEqual([])
  })
})
