import { expect, it } from 'vitest'

import { describeStatements, minute } from '@/lib/testing/statements/describe-statements'

import * as attention from './statements'

describeStatements([attention], (store, statements) => {
  it('list procedures once, and neither dismissed ones nor those of private alerts of others', async () => {
    const a = await store.account()
    const [me, other] = [await store.member(a), await store.member(a)]
    const alert = async (id: string, owner: string) =>
      store.db
        .insertInto('rules')
        .values(store.row('rules', { id: `${id}-${a}`, account_id: a, owner }))
        .execute()
    await alert('mine', me)
    await alert('team', '')
    await alert('private', other)
    const put = (id: string, tender_id: string, values: { offers_until?: string | null; dismissed_at?: string } = {}) =>
      store.db
        .insertInto('bzp_matches')
        .values(
          store.row('bzp_matches', {
            alert_id: `${id}-${a}`,
            account_id: a,
            tender_id,
            offers_until: minute(60),
            ...values,
          }),
        )
        .execute()
    await put('mine', 't1')
    await put('team', 't1')
    await put('mine', 't2', { dismissed_at: minute(1) })
    await put('private', 't3')
    await put('mine', 't4', { offers_until: minute(200) })
    await put('mine', 't5', { offers_until: minute(0) })
    await put('mine', 't6', { offers_until: null })
    const range = { accountId: a, userId: me, from: minute(0), to: minute(100) }
    expect(await statements.listClosingTenders(store.db, range)).toEqual(['t1'])
  })

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
    expect(await statements.readStandstills(store.db, { accountId: a, userId: me })).toMatchObject({
      reading_code: 'rate_limited',
      read_at: minute(1),
      archive_enabled: 1,
      archive_state: 'failing',
      channels_off: 2,
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
