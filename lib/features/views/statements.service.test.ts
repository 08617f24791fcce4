import { expect, it } from 'vitest'

import { describeStatements, minute } from '@/lib/testing/statements/describe-statements'
import { expectOwnedRows } from '@/lib/testing/statements/owned-rows'
import type { Row } from '@/lib/testing/statements/rows'

import * as views from './statements'

describeStatements([views], (at, on) => {
  it('of views', async () => {
    await expectOwnedRows(at, on.viewRows, { table: 'saved_views', ownership: 'owner' })
    const [a, b] = [await at.account(), await at.account()]
    const view = (name: string, given: Partial<Row<'saved_views'>> = {}) =>
      at.row('saved_views', {
        id: `${name}-${a}`,
        account_id: a,
        page: 'p',
        owner: 'u',
        name,
        query: name,
        saved_at: minute(1),
        ...given,
      })
    const first = await on.upsertView(at.tx, view('a'))
    const again = await on.upsertView(
      at.tx,
      view('a', { id: 'another', query: 'q', saved_by: 'x', saved_at: minute(2) }),
    )
    expect([first.query, again]).toEqual(['a', view('a', { query: 'q', saved_by: 'x', saved_at: minute(2) })])
    await on.upsertView(at.tx, view('b'))
    await on.upsertView(at.tx, view('c', { account_id: b }))
    const set = (owner: string, viewId: string | null, page = 'p', accountId = a) =>
      on.setDefault(at.db, { accountId, page, owner, viewId })
    const read = async () => Object.fromEntries(await on.readDefaults(at.db, { accountId: a, page: 'p', userId: 'u' }))
    await set('u', `a-${a}`)
    await set('u', `b-${a}`)
    await set('', `a-${a}`)
    await set('v', `a-${a}`)
    await set('u', `a-${a}`, 'other')
    await set('u', `c-${a}`, 'p', b)
    expect(await read()).toEqual({ u: `b-${a}`, '': `a-${a}` })
    await set('u', null)
    expect([await read(), (await on.readDefaults(at.db, { accountId: b, page: 'p', userId: 'u' })).size]).toEqual([
      { '': `a-${a}` },
      1,
    ])
  })
})
