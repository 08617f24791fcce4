import { expect, it } from 'vitest'

import { describeStatements, minute } from '@/lib/testing/statements/describe-statements'
import { expectOwnedRows } from '@/lib/testing/statements/owned-rows'
import type { Row } from '@/lib/testing/statements/rows'

import * as views from './statements'

describeStatements([views], (store, statements) => {
  it('insert or replace views, and set default views by owner and page', async () => {
    await expectOwnedRows(store, statements.viewRows, { table: 'saved_views', ownership: 'owner' })
    const [a, b] = [await store.account(), await store.account()]
    const view = (name: string, overrides: Partial<Row<'saved_views'>> = {}) =>
      store.row('saved_views', {
        id: `${name}-${a}`,
        account_id: a,
        page: 'p',
        owner: 'u',
        name,
        query: name,
        saved_at: minute(1),
        ...overrides,
      })
    const first = await statements.upsertView(store.tx, view('a'))
    const updated = await statements.upsertView(
      store.tx,
      view('a', { id: 'another', query: 'q', saved_by: 'x', saved_at: minute(2) }),
    )
    expect([first.query, updated]).toEqual(['a', view('a', { query: 'q', saved_by: 'x', saved_at: minute(2) })])
    await statements.upsertView(store.tx, view('b'))
    await statements.upsertView(store.tx, view('c', { account_id: b }))
    const set = (owner: string, viewId: string | null, page = 'p', accountId = a) =>
      statements.setDefault(store.db, { accountId, page, owner, viewId })
    const read = async () =>
      Object.fromEntries(await statements.readDefaults(store.db, { accountId: a, page: 'p', userId: 'u' }))
    await set('u', `a-${a}`)
    await set('u', `b-${a}`)
    await set('', `a-${a}`)
    await set('v', `a-${a}`)
    await set('u', `a-${a}`, 'other')
    await set('u', `c-${a}`, 'p', b)
    expect(await read()).toEqual({ u: `b-${a}`, '': `a-${a}` })
    await set('u', null)
    expect([
      await read(),
      (await statements.readDefaults(store.db, { accountId: b, page: 'p', userId: 'u' })).size,
    ]).toEqual([{ '': `a-${a}` }, 1])
  })
})
