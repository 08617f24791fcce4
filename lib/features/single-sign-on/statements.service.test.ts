import { expect, it } from 'vitest'

import { describeStatements, minute } from '@/lib/testing/statements/describe-statements'

import * as statements from './statements'

describeStatements([statements], (at, on) => {
  it('of identities', async () => {
    const [user_id, other] = [await at.user(), await at.user()]
    const key = (issuer: string) => ({ issuer, subject: user_id })
    const put = (issuer: string, user = user_id) =>
      on.insertIdentity(at.db, at.row('identities', { ...key(issuer), user_id: user }))
    expect([await put('b'), await put('a'), await put('c', other), await put('a', other)]).toEqual([
      true,
      true,
      true,
      false,
    ])
    expect([
      (await on.findIdentity(at.db, key('a')))?.user_id,
      await on.findIdentity(at.db, key('z')),
      (await on.listIdentitiesOf(at.db, user_id)).map(({ issuer }) => issuer),
    ]).toEqual([user_id, undefined, ['a', 'b']])
    await on.markIdentityUsed(at.db, key('a'), minute(1))
    const unsaid = (moment: number | null) =>
      on.markGroupsMissing(at.db, key('a'), moment === null ? null : minute(moment))
    expect([
      await unsaid(null),
      await unsaid(2),
      await unsaid(3),
      await on.findIdentity(at.db, key('a')),
      await unsaid(null),
      await unsaid(null),
    ]).toMatchObject([false, true, false, { last_used_at: minute(1), groups_unsaid_at: minute(2) }, true, false])
    expect([
      (await on.findIdentity(at.db, key('b')))?.last_used_at,
      await on.deleteIdentitiesOf(at.db, user_id),
      (await on.listIdentitiesOf(at.db, other)).length,
    ]).toEqual([null, 2, 1])
  })

  it('of links', async () => {
    const user_id = await at.user()
    const id = `l-${user_id}`
    await on.insertIdentityLink(at.db, { id, user_id, value: 'v', created_at: minute(1), expires_at: minute(5) })
    expect([
      (await on.findIdentityLink(at.db, id, minute(4)))?.value,
      await on.findIdentityLink(at.db, id, minute(5)),
    ]).toEqual(['v', undefined])
    const take = async (now: number) => (await on.countIdentityLinkTry(at.db, id, { now: minute(now), most: 2 }))?.tries
    expect([await take(1), await take(1), await take(1)]).toEqual([1, 2, undefined])
    expect([
      await on.closeIdentityLink(at.db, id, minute(2)),
      await on.closeIdentityLink(at.db, id, minute(2)),
      await on.findIdentityLink(at.db, id, minute(1)),
    ]).toEqual([true, false, undefined])
  })
})
