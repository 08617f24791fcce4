import { expect, it } from 'vitest'

import { describeStatements, minute } from '@/lib/testing/statements/describe-statements'

import * as statements from './statements'

describeStatements([statements], (store, identityStatements) => {
  it('insert, find, list, mark and delete identities', async () => {
    const [user_id, other] = [await store.user(), await store.user()]
    const key = (issuer: string) => ({ issuer, subject: user_id })
    const insertIdentity = (issuer: string, user = user_id) =>
      identityStatements.insertIdentity(store.db, store.row('identities', { ...key(issuer), user_id: user }))
    expect([
      await insertIdentity('b'),
      await insertIdentity('a'),
      await insertIdentity('c', other),
      await insertIdentity('a', other),
    ]).toEqual([true, true, true, false])
    expect([
      (await identityStatements.findIdentity(store.db, key('a')))?.user_id,
      await identityStatements.findIdentity(store.db, key('z')),
      (await identityStatements.listIdentitiesOf(store.db, user_id)).map(({ issuer }) => issuer),
    ]).toEqual([user_id, undefined, ['a', 'b']])
    await identityStatements.markIdentityUsed(store.db, key('a'), minute(1))
    const markMissing = (moment: number | null) =>
      identityStatements.markGroupsMissing(store.db, key('a'), moment === null ? null : minute(moment))
    expect([
      await markMissing(null),
      await markMissing(2),
      await markMissing(3),
      await identityStatements.findIdentity(store.db, key('a')),
      await markMissing(null),
      await markMissing(null),
    ]).toMatchObject([false, true, false, { last_used_at: minute(1), groups_unsaid_at: minute(2) }, true, false])
    expect([
      (await identityStatements.findIdentity(store.db, key('b')))?.last_used_at,
      await identityStatements.deleteIdentitiesOf(store.db, user_id),
      (await identityStatements.listIdentitiesOf(store.db, other)).length,
    ]).toEqual([null, 2, 1])
  })

  it('insert, find and close identity links, and limit their tries', async () => {
    const user_id = await store.user()
    const id = `l-${user_id}`
    await identityStatements.insertIdentityLink(store.db, {
      id,
      user_id,
      value: 'v',
      created_at: minute(1),
      expires_at: minute(5),
    })
    expect([
      (await identityStatements.findIdentityLink(store.db, id, minute(4)))?.value,
      await identityStatements.findIdentityLink(store.db, id, minute(5)),
    ]).toEqual(['v', undefined])
    const countTry = async (now: number) =>
      (await identityStatements.countIdentityLinkTry(store.db, id, { now: minute(now), maxTries: 2 }))?.tries
    expect([await countTry(1), await countTry(1), await countTry(1)]).toEqual([1, 2, undefined])
    expect([
      await identityStatements.closeIdentityLink(store.db, id, minute(2)),
      await identityStatements.closeIdentityLink(store.db, id, minute(2)),
      await identityStatements.findIdentityLink(store.db, id, minute(1)),
    ]).toEqual([true, false, undefined])
  })
})
