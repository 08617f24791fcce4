import { expect, it } from 'vitest'

import { describeStatements, minute } from '@/lib/testing/statements/describe-statements'
import type { Row } from '@/lib/testing/statements/rows'

import * as calls from './calls'

describeStatements([calls], (store, statements) => {
  const rowOf = (account_id: string, fingerprint: string, row: Partial<Row<'calls'>> = {}) => {
    const { id: _id, ...rest } = store.row('calls', {
      account_id,
      fingerprint,
      status: 402,
      times: 1,
      at: minute(0),
      last_at: minute(0),
      request_ids: ` id-${fingerprint} `,
      key_id: null,
      ...row,
    })
    return rest
  }
  const list = async (accountId: string, query: Partial<calls.CallQuery> = {}) =>
    (await statements.listCalls(store.db, { accountId, since: minute(0), limit: 9, ...query })).map(
      ({ fingerprint, times }) => `${fingerprint}${times}`,
    )

  it('count equal calls, keep the newest rows of an account, find them and delete old ones', async () => {
    const [a, b] = [await store.account(), await store.account()]
    const add = (accountId: string, ...rows: ReturnType<typeof rowOf>[]) =>
      statements.addCalls(store.db, { accountId, rows, maxRows: 3 })
    await add(a, rowOf(a, 'x'), rowOf(a, 'y', { status: 429, key_id: 'k' }))
    await add(b, rowOf(b, 'x'))
    await add(a, rowOf(a, 'x', { times: 4, last_at: minute(1), request_ids: ' again ' }))
    expect([await list(a), await list(b)]).toEqual([['y1', 'x5'], ['x1']])
    expect([await list(a, { status: 429 }), await list(a, { key: 'k' }), await list(a, { key: 'none' })]).toEqual([
      ['y1'],
      ['y1'],
      [],
    ])
    const found = await Promise.all(['id-x', 'again', 'id-', 'id_x', 'id-y'].map((requestId) => list(a, { requestId })))
    expect(found).toEqual([['x5'], ['x5'], [], [], ['y1']])
    expect(await list(b, { requestId: 'again' })).toEqual([])

    const [newest] = await statements.listCalls(store.db, { accountId: a, since: minute(0), limit: 1 })
    expect(await list(a, { before: newest?.id ?? 0 })).toEqual(['x5'])
    await add(a, rowOf(a, 'z'), rowOf(a, 'w', { last_at: minute(2) }))
    expect([await list(a), await list(b)]).toEqual([['w1', 'z1', 'y1'], ['x1']])

    expect(await list(a, { since: minute(1) })).toEqual(['w1'])
    await statements.deleteCallsBefore(store.db, minute(1))
    expect([await list(a), await list(b)]).toEqual([['w1'], []])
  })

  it('name the key or the member who called', async () => {
    const a = await store.account()
    const user_id = await store.member(a)
    await store.db
      .insertInto('api_keys')
      .values(store.row('api_keys', { account_id: a, id: 'key-1', name: 'ERP' }))
      .execute()
    const rows = [rowOf(a, 'k', { key_id: 'key-1' }), rowOf(a, 'm', { user_id }), rowOf(a, 'g', { user_id: 'gone' })]
    await statements.addCalls(store.db, { accountId: a, rows, maxRows: 9 })
    const named = await statements.listCalls(store.db, { accountId: a, since: minute(0), limit: 9 })
    expect(named.map((row) => [row.key_name, row.user_email])).toEqual([
      [null, null],
      [null, expect.stringContaining('@')],
      ['ERP', null],
    ])
  })
})
