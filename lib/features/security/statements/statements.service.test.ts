import { expect, it } from 'vitest'

import { describeStatements, minute } from '@/lib/testing/statements/describe-statements'
import type { Row } from '@/lib/testing/statements/rows'

import * as apps from './authenticator-apps'
import * as passkeys from './passkeys'
import * as failures from './proof-failures'
import * as codes from './recovery-codes'
import * as sealed from './sealed'
import * as challenges from './sign-in-challenges'

describeStatements([apps, passkeys, failures, codes, sealed, challenges], (store, statements) => {
  it('store, confirm and delete authenticator apps, and claim each step once', async () => {
    const [userId, other] = [await store.user(), await store.user()]
    const putApp = (user: string, sealedSecret: string, moment = 1) =>
      statements.putAuthenticatorApp(store.db, { userId: user, sealedSecret, at: minute(moment) })
    expect([await putApp(userId, 'a'), await putApp(userId, 'b', 2), await putApp(other, 'c')]).toEqual([
      true,
      true,
      true,
    ])
    const step = (number: number) => ({ userId, step: number, at: minute(5) })
    expect([
      await statements.claimStep(store.db, step(9)),
      await statements.confirmAuthenticatorApp(store.db, 'a', step(1)),
      await statements.confirmAuthenticatorApp(store.db, 'b', step(4)),
      await statements.confirmAuthenticatorApp(store.db, 'b', step(5)),
      await putApp(userId, 'd'),
    ]).toEqual([false, false, true, false, false])
    expect([
      await statements.claimStep(store.db, step(4)),
      await statements.claimStep(store.db, step(6)),
      await statements.claimStep(store.db, step(5)),
    ]).toEqual([false, true, false])
    expect([
      await statements.findAuthenticatorApp(store.db, userId),
      (await statements.findAuthenticatorApp(store.db, other))?.confirmed_at,
    ]).toMatchObject([{ sealed_secret: 'b', created_at: minute(2), last_step: 6, confirmed_at: minute(5) }, null])
    expect([
      await statements.deleteAuthenticatorApp(store.db, other),
      await statements.deleteAuthenticatorApp(store.db, userId),
      await statements.deleteAuthenticatorApp(store.db, userId),
    ]).toEqual([false, true, false])
  })

  it('insert, list, rename, touch and delete passkeys', async () => {
    const [userId, other] = [await store.user(), await store.user()]
    const insertPasskey = (name: string, user_id = userId, created_at = minute(1)) =>
      statements.insertPasskey(
        store.db,
        store.row('passkeys', { id: `${name}-${userId}`, user_id, name, counter: 3, created_at }),
      )
    expect([
      await insertPasskey('b'),
      await insertPasskey('a'),
      await insertPasskey('c', userId, minute(0)),
      await insertPasskey('d', other),
      await insertPasskey('a', other),
    ]).toEqual([true, true, true, true, false])
    const id = (name: string) => `${name}-${userId}`
    expect((await statements.listPasskeysOf(store.db, userId)).map(({ name }) => name).join('')).toBe('cab')
    expect([
      await statements.renamePasskey(store.db, { userId: other, id: id('a'), name: 'X' }),
      (await statements.renamePasskey(store.db, { userId, id: id('a'), name: 'Y' }))?.name,
      (await statements.findPasskey(store.db, id('a')))?.name,
    ]).toEqual([undefined, 'a', 'Y'])
    const touch = (counter: number) =>
      statements.touchPasskey(store.db, { id: id('a'), counter, isBackedUp: true, at: minute(9) })
    expect([
      await touch(3),
      await touch(0),
      await touch(4),
      await statements.findPasskey(store.db, id('a')),
    ]).toMatchObject([false, false, true, { counter: 4, is_backed_up: 1, last_used_at: minute(9) }])
    expect([
      await statements.deletePasskey(store.db, { userId: other, id: id('a') }),
      (await statements.deletePasskey(store.db, { userId, id: id('a') }))?.name,
      await statements.deletePasskeysOf(store.db, userId),
      (await statements.listPasskeysOf(store.db, other)).length,
    ]).toEqual([undefined, 'Y', 2, 1])
  })

  it('count and clear proof failures, and lock after the limit', async () => {
    const [user_id, other] = [await store.user(), await store.user()]
    const key = { user_id, kind: 'password' } as const
    const count = (now: number) =>
      statements.countProofFailure(store.db, key, { now: minute(now), until: minute(now + 5), after: 2 })
    expect([await count(1), await count(2), await count(3), await statements.findProofFailures(store.db, key)]).toEqual(
      [true, true, false, { ...key, failures: 2, locked_until: minute(7) }],
    )
    expect([
      await count(7),
      (await statements.findProofFailures(store.db, key))?.failures,
      await statements.countProofFailure(
        store.db,
        { ...key, user_id: other },
        { now: minute(1), until: minute(2), after: 2 },
      ),
    ]).toEqual([true, 1, true])
    await statements.clearProofFailures(store.db, key)
    expect([
      await statements.findProofFailures(store.db, key),
      (await statements.findProofFailures(store.db, { ...key, user_id: other }))?.failures,
    ]).toEqual([undefined, 1])
  })

  it('replace, use, count and delete recovery codes', async () => {
    const [userId, other] = [await store.user(), await store.user()]
    await statements.replaceRecoveryCodes(store.db, userId, ['x'])
    await statements.replaceRecoveryCodes(store.db, userId, ['a', 'b', 'c'])
    await statements.replaceRecoveryCodes(store.db, other, ['a'])
    const use = (hash: string) => statements.useRecoveryCode(store.db, { user_id: userId, number: 2, hash }, minute(1))
    expect([
      (await statements.findRecoveryCode(store.db, userId, 2))?.hash,
      await use('a'),
      await use('b'),
      await use('b'),
      await statements.findRecoveryCode(store.db, userId, 2),
    ]).toEqual(['b', false, true, false, undefined])
    expect(await statements.countRecoveryCodes(store.db, userId)).toEqual({ made: 3, left: 2 })
    await statements.deleteRecoveryCodes(store.db, userId)
    expect([
      await statements.countRecoveryCodes(store.db, userId),
      await statements.countRecoveryCodes(store.db, other),
    ]).toEqual([
      { made: 0, left: 0 },
      { made: 1, left: 1 },
    ])
  })

  it('list sealed values, and replace only an unchanged one', async () => {
    const [a, b] = [
      await store.account({ id: `a-${await store.account()}`, sealed_api_key: 'k1' }),
      await store.account({ id: `b-${await store.account()}`, sealed_api_key: 'k2' }),
    ]
    await store.db
      .insertInto('channels')
      .values([
        store.row('channels', {
          id: `c-${a}`,
          account_id: a,
          kind: 'webhook',
          state: 'on',
          sealed_url: '',
          sealed_secret: 's',
        }),
      ])
      .execute()
    expect([
      await statements.listSealed(store.db, 'accounts'),
      await statements.listSealed(store.db, 'channel_urls'),
      await statements.listSealed(store.db, 'channel_secrets'),
    ]).toEqual([
      [
        { id: a, sealed: 'k1' },
        { id: b, sealed: 'k2' },
      ],
      [],
      [{ id: `c-${a}`, sealed: 's' }],
    ])
    const replace = (sealedText: string) =>
      statements.replaceSealed(store.db, 'accounts', { id: a, sealed: sealedText, by: 'n' })
    expect([
      await replace('x'),
      await replace('k1'),
      (await statements.listSealed(store.db, 'accounts')).map((row) => row.sealed),
    ]).toEqual([false, true, ['n', 'k2']])
    for (const kind of [
      'authenticator_apps',
      'archive_access_keys',
      'archive_secret_keys',
      'channel_previous_secrets',
    ] as const)
      expect(Array.isArray(await statements.listSealed(store.db, kind))).toBe(true)
  })

  it('insert, find and close sign-in challenges, and limit their tries', async () => {
    const user_id = await store.user()
    const insertChallenge = (name: string, overrides: Partial<Row<'sign_in_challenges'>> = {}) =>
      statements.insertSignInChallenge(
        store.db,
        store.row('sign_in_challenges', {
          id: `${name}-${user_id}`,
          purpose: 'second_step',
          created_at: minute(1),
          expires_at: minute(5),
          ...overrides,
        }),
      )
    const challengeKey = (name: string, purpose = 'second_step') =>
      ({ id: `${name}-${user_id}`, purpose }) as Parameters<typeof statements.findSignInChallenge>[1]
    expect([
      await insertChallenge('a'),
      await insertChallenge('a'),
      await insertChallenge('b', { expires_at: minute(8) }),
    ]).toEqual([true, false, true])
    const find = async (name: string, now: number, purpose?: string) =>
      (await statements.findSignInChallenge(store.db, challengeKey(name, purpose), minute(now)))?.id[0]
    expect([await find('a', 4), await find('a', 5), await find('a', 4, 'passkey_add')]).toEqual([
      'a',
      undefined,
      undefined,
    ])
    const tries = async (now: number) =>
      (await statements.countChallengeTry(store.db, challengeKey('a'), { now: minute(now), maxTries: 2 }))?.tries
    expect([await tries(5), await tries(1), await tries(1), await tries(1)]).toEqual([undefined, 1, 2, undefined])
    await insertChallenge('c', { created_at: minute(6), expires_at: minute(9) })
    expect([await find('a', 0), await find('b', 0)]).toEqual([undefined, 'b'])
    expect([
      await statements.closeSignInChallenge(store.db, challengeKey('b').id, minute(7)),
      await statements.closeSignInChallenge(store.db, challengeKey('b').id, minute(7)),
      await find('b', 0),
    ]).toEqual([true, false, undefined])
  })
})
