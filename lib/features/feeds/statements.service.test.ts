import { expect, it } from 'vitest'

import { describeStatements, minute } from '@/lib/testing/statements/describe-statements'
import { expectOwnedRows } from '@/lib/testing/statements/owned-rows'

import * as feeds from './statements'

describeStatements([feeds], (store, statements) => {
  it('store, list and delete feeds, and find them by secret', async () => {
    await expectOwnedRows(store, statements.feedRows, { table: 'feeds', ownership: 'user_id', unique: 'token_sha256' })
    const a = await store.account({ sealed_api_key: 'k' })
    const [member, stranger] = [await store.member(a, { role: 'viewer' }), await store.user({ disabled_at: minute(1) })]
    for (const user_id of [member, stranger])
      await statements.feedRows.insert(
        store.tx,
        store.row('feeds', { id: `f-${user_id}`, account_id: a, user_id, token_sha256: user_id }),
      )
    expect(await statements.findFeedBySecret(store.db, member)).toMatchObject({
      id: `f-${member}`,
      role: 'viewer',
      member_since: minute(0),
      account_name: 'Test',
      state: 'active',
      sealed_api_key: 'k',
      user_disabled_at: null,
    })
    expect(await statements.findFeedBySecret(store.db, stranger)).toMatchObject({
      role: null,
      user_disabled_at: minute(1),
    })
    expect(await statements.findFeedBySecret(store.db, 'none')).toBeUndefined()
  })
})
