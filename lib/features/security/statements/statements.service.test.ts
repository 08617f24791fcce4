import { expect, it } from 'vitest'

import { describeStatements, minute } from '@/lib/testing/statements/describe-statements'
import type { Row } from '@/lib/testing/statements/rows'

import * as apps from './authenticator-apps'
import * as passkeys from './passkeys'
import * as failures from './proof-failures'
import * as codes from './recovery-codes'
import * as sealed from './sealed'
import * as challenges from './sign-in-challenges'

describeStatements([apps, passkeys, failures, codes, sealed, challenges], (at, on) => {
  it('of authenticator apps', async () => {
    const [userId, other] = [await at.user(), await at.user()]
    const put = (user: string, sealedSecret: string, moment = 1) =>
      on.putAuthenticatorApp(at.db, { userId: user, sealedSecret, at: minute(moment) })
    expect([await put(userId, 'a'), await put(userId, 'b', 2), await put(other, 'c')]).toEqual([true, true, true])
    const step = (number: number) => ({ userId, step: number, at: minute(5) })
    expect([
      await on.claimStep(at.db, step(9)),
      await on.confirmAuthenticatorApp(at.db, 'a', step(1)),
      await on.confirmAuthenticatorApp(at.db, 'b', step(4)),
      await on.confirmAuthenticatorApp(at.db, 'b', step(5)),
      await put(userId, 'd'),
    ]).toEqual([false, false, true, false, false])
    expect([
      await on.claimStep(at.db, step(4)),
      await on.claimStep(at.db, step(6)),
      await on.claimStep(at.db, step(5)),
    ]).toEqual([false, true, false])
    expect([
      await on.findAuthenticatorApp(at.db, userId),
      (await on.findAuthenticatorApp(at.db, other))?.confirmed_at,
    ]).toMatchObject([{ sealed_secret: 'b', created_at: minute(2), last_step: 6, confirmed_at: minute(5) }, null])
    expect([
      await on.deleteAuthenticatorApp(at.db, other),
      await on.deleteAuthenticatorApp(at.db, userId),
      await on.deleteAuthenticatorApp(at.db, userId),
    ]).toEqual([false, true, false])
  })

  it('of passkeys', async () => {
    const [userId, other] = [await at.user(), await at.user()]
    const put = (name: string, user_id = userId, created_at = minute(1)) =>
      on.insertPasskey(at.db, at.row('passkeys', { id: `${name}-${userId}`, user_id, name, counter: 3, created_at }))
    expect([
      await put('b'),
      await put('a'),
      await put('c', userId, minute(0)),
      await put('d', other),
      await put('a', other),
    ]).toEqual([true, true, true, true, false])
    const id = (name: string) => `${name}-${userId}`
    expect((await on.listPasskeysOf(at.db, userId)).map(({ name }) => name).join('')).toBe('cab')
    expect([
      await on.renamePasskey(at.db, { userId: other, id: id('a'), name: 'X' }),
      (await on.renamePasskey(at.db, { userId, id: id('a'), name: 'Y' }))?.name,
      (await on.findPasskey(at.db, id('a')))?.name,
    ]).toEqual([undefined, 'a', 'Y'])
    const touch = (counter: number) => on.touchPasskey(at.db, { id: id('a'), counter, isBackedUp: true, at: minute(9) })
    expect([await touch(3), await touch(0), await touch(4), await on.findPasskey(at.db, id('a'))]).toMatchObject([
      false,
      false,
      true,
      { counter: 4, is_backed_up: 1, last_used_at: minute(9) },
    ])
    expect([
      await on.deletePasskey(at.db, { userId: other, id: id('a') }),
      (await on.deletePasskey(at.db, { userId, id: id('a') }))?.name,
      await on.deletePasskeysOf(at.db, userId),
      (await on.listPasskeysOf(at.db, other)).length,
    ]).toEqual([undefined, 'Y', 2, 1])
  })

  it('of guesses', async () => {
    const [user_id, other] = [await at.user(), await at.user()]
    const of = { user_id, kind: 'password' } as const
    const count = (now: number) =>
      on.countProofFailure(at.db, of, { now: minute(now), until: minute(now + 5), after: 2 })
    expect([await count(1), await count(2), await count(3), await on.findProofFailures(at.db, of)]).toEqual([
      true,
      true,
      false,
      { ...of, failures: 2, locked_until: minute(7) },
    ])
    expect([
      await count(7),
      (await on.findProofFailures(at.db, of))?.failures,
      await on.countProofFailure(at.db, { ...of, user_id: other }, { now: minute(1), until: minute(2), after: 2 }),
    ]).toEqual([true, 1, true])
    await on.clearProofFailures(at.db, of)
    expect([
      await on.findProofFailures(at.db, of),
      (await on.findProofFailures(at.db, { ...of, user_id: other }))?.failures,
    ]).toEqual([undefined, 1])
  })

  it('of recovery codes', async () => {
    const [userId, other] = [await at.user(), await at.user()]
    await on.replaceRecoveryCodes(at.db, userId, ['x'])
    await on.replaceRecoveryCodes(at.db, userId, ['a', 'b', 'c'])
    await on.replaceRecoveryCodes(at.db, other, ['a'])
    const use = (hash: string) => on.useRecoveryCode(at.db, { user_id: userId, number: 2, hash }, minute(1))
    expect([
      (await on.findRecoveryCode(at.db, userId, 2))?.hash,
      await use('a'),
      await use('b'),
      await use('b'),
      await on.findRecoveryCode(at.db, userId, 2),
    ]).toEqual(['b', false, true, false, undefined])
    expect(await on.countRecoveryCodes(at.db, userId)).toEqual({ made: 3, left: 2 })
    await on.deleteRecoveryCodes(at.db, userId)
    expect([await on.countRecoveryCodes(at.db, userId), await on.countRecoveryCodes(at.db, other)]).toEqual([
      { made: 0, left: 0 },
      { made: 1, left: 1 },
    ])
  })

  it('of what is sealed', async () => {
    const [a, b] = [
      await at.account({ id: `a-${await at.account()}`, sealed_api_key: 'k1' }),
      await at.account({ id: `b-${await at.account()}`, sealed_api_key: 'k2' }),
    ]
    await at.db
      .insertInto('channels')
      .values([
        at.row('channels', {
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
      await on.listSealed(at.db, 'accounts'),
      await on.listSealed(at.db, 'channel_urls'),
      await on.listSealed(at.db, 'channel_secrets'),
    ]).toEqual([
      [
        { id: a, sealed: 'k1' },
        { id: b, sealed: 'k2' },
      ],
      [],
      [{ id: `c-${a}`, sealed: 's' }],
    ])
    const replace = (sealedText: string) => on.replaceSealed(at.db, 'accounts', { id: a, sealed: sealedText, by: 'n' })
    expect([
      await replace('x'),
      await replace('k1'),
      (await on.listSealed(at.db, 'accounts')).map((row) => row.sealed),
    ]).toEqual([false, true, ['n', 'k2']])
    for (const kind of [
      'authenticator_apps',
      'archive_access_keys',
      'archive_secret_keys',
      'channel_previous_secrets',
    ] as const)
      expect(Array.isArray(await on.listSealed(at.db, kind))).toBe(true)
  })

  it('of challenges', async () => {
    const user_id = await at.user()
    const put = (name: string, given: Partial<Row<'sign_in_challenges'>> = {}) =>
      on.insertSignInChallenge(
        at.db,
        at.row('sign_in_challenges', {
          id: `${name}-${user_id}`,
          purpose: 'second_step',
          created_at: minute(1),
          expires_at: minute(5),
          ...given,
        }),
      )
    const of = (name: string, purpose = 'second_step') =>
      ({ id: `${name}-${user_id}`, purpose }) as Parameters<typeof on.findSignInChallenge>[1]
    expect([await put('a'), await put('a'), await put('b', { expires_at: minute(8) })]).toEqual([true, false, true])
    const find = async (name: string, now: number, purpose?: string) =>
      (await on.findSignInChallenge(at.db, of(name, purpose), minute(now)))?.id[0]
    expect([await find('a', 4), await find('a', 5), await find('a', 4, 'passkey_add')]).toEqual([
      'a',
      undefined,
      undefined,
    ])
    const tries = async (now: number) =>
      (await on.countChallengeTry(at.db, of('a'), { now: minute(now), maxTries: 2 }))?.tries
    expect([await tries(5), await tries(1), await tries(1), await tries(1)]).toEqual([undefined, 1, 2, undefined])
    await put('c', { created_at: minute(6), expires_at: minute(9) })
    expect([await find('a', 0), await find('b', 0)]).toEqual([undefined, 'b'])
    expect([
      await on.closeSignInChallenge(at.db, of('b').id, minute(7)),
      await on.closeSignInChallenge(at.db, of('b').id, minute(7)),
      await find('b', 0),
    ]).toEqual([true, false, undefined])
  })
})
