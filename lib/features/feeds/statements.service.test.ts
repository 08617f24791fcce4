import { expect, it } from 'vitest'

import { describeStatements, minute } from '@/lib/testing/statements/describe-statements'
import { expectOwnedRows } from '@/lib/testing/statements/owned-rows'

import * as feeds from './statements'

describeStatements([feeds], (at, on) => {
  it('of feeds', async () => {
    await expectOwnedRows(at, on.feedRows, { table: 'feeds', ownership: 'user_id', unique: 'token_sha256' })
    const a = await at.account({ sealed_api_key: 'k' })
    const [member, stranger] = [await at.member(a, { role: 'viewer' }), await at.user({ disabled_at: minute(1) })]
    for (const user_id of [member, stranger])
      await on.feedRows.insert(
        at.tx,
        at.row('feeds', { id: `f-${user_id}`, account_id: a, user_id, token_sha256: user_id }),
      )
    expect(await on.findFeedBySecret(at.db, member)).toMatchObject({
      id: `f-${member}`,
      role: 'viewer',
      member_since: minute(0),
      account_name: 'Test',
      state: 'active',
      sealed_api_key: 'k',
      user_disabled_at: null,
    })
    expect(await on.findFeedBySecret(at.db, stranger)).toMatchObject({ role: null, user_disabled_at: minute(1) })
    expect(await on.findFeedBySecret(at.db, 'none')).toBeUndefined()
  })
})
