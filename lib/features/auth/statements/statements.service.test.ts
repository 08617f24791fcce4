import { expect, it } from 'vitest'

import { describeStatements, minute } from '@/lib/testing/statements/describe-statements'
import type { Row } from '@/lib/testing/statements/rows'

import * as links from './one-time-links'
import * as sessions from './sessions'
import * as methods from './sign-in-methods'

describeStatements([links, sessions, methods], (at, on) => {
  const person = async () => {
    const accountId = await at.account()
    return { accountId, userId: await at.member(accountId) }
  }
  type Person = Awaited<ReturnType<typeof person>>
  const put = async ({ accountId, userId }: Person, name: string, given: Partial<Row<'sessions'>> = {}) => {
    const id = `${name}-${userId}`
    await on.insertSession(
      at.db,
      at.row('sessions', {
        id,
        account_id: accountId,
        user_id: userId,
        method: 'password',
        expires_at: minute(9),
        last_seen_at: minute(1),
        ...given,
      }),
    )
    return id
  }
  const names = (rows: readonly { id: string }[]) => rows.map(({ id }) => id.split('-')[0]).join('')

  it('of links', async () => {
    const [user_id, other] = [await at.user(), await at.user()]
    const link = (sha: string, purpose: Row<'one_time_links'>['purpose'], user = user_id) =>
      at.row('one_time_links', {
        sha256: `${sha}-${user_id}`,
        user_id: user,
        purpose,
        expires_at: minute(5),
        email: `${sha}@x`,
      })
    const there = async () =>
      (
        await at.db
          .selectFrom('one_time_links')
          .select('sha256')
          .where('sha256', 'like', `%${user_id}`)
          .orderBy('sha256')
          .execute()
      )
        .map(({ sha256 }) => sha256[0])
        .join('')
    await on.replaceOneTimeLink(at.db, link('a', 'reset'))
    await on.replaceOneTimeLink(at.db, link('b', 'email'))
    await on.replaceOneTimeLink(at.db, link('c', 'sign_up'))
    await on.replaceOneTimeLink(at.db, link('d', 'email'))
    await on.replaceOneTimeLink(at.db, link('e', 'email', other))
    expect([
      await there(),
      (await on.findOneTimeLink(at.db, `d-${user_id}`))?.email,
      await on.findOneTimeLink(at.db, 'none'),
    ]).toEqual(['cde', 'd@x', undefined])
    expect([
      await on.findPendingEmail(at.db, user_id, minute(4)),
      await on.findPendingEmail(at.db, user_id, minute(5)),
    ]).toEqual(['d@x', undefined])
    const use = (moment: number) => on.useOneTimeLink(at.db, `d-${user_id}`, minute(moment))
    expect([await use(5), await use(4), await use(4), await on.findPendingEmail(at.db, user_id, minute(1))]).toEqual([
      false,
      true,
      false,
      undefined,
    ])
    await on.deleteUnusedLinks(at.db, user_id, ['email', 'sign_up'])
    expect(await there()).toBe('de')
  })

  it('of sessions', async () => {
    const [one, two] = [await person(), await person()]
    const a = await put(one, 'a', { proved_at: minute(1), second_factor: 1, device: 'd', address: '1' })
    const b = await put(one, 'b', { last_seen_at: minute(2), device: 'd', address: '2' })
    await put(one, 'c', { expires_at: minute(3) })
    const d = await put(one, 'd', { revoked_at: minute(1) })
    const e = await put({ ...one, accountId: two.accountId }, 'e')
    const f = await put(two, 'f')
    const live = async (id: string, now: number) => (await on.findLiveSession(at.db, id, minute(now)))?.id
    expect([await live(a, 8), await live(a, 9), await live(d, 1), await live(e, 1)]).toEqual([
      a,
      undefined,
      undefined,
      undefined,
    ])
    expect(await on.findLiveSession(at.db, a, minute(1))).toMatchObject({
      user_id: one.userId,
      account_id: one.accountId,
      role: 'owner',
      name: 'Test',
      second_factor: 1,
      second_factor_required_at: null,
    })
    expect([
      names(await on.listSessionsOf(at.db, one.userId, minute(2))),
      names(await on.listSessionsOf(at.db, one.userId, minute(3))),
    ]).toEqual(['bace', 'bae'])
    const known = async (id: string) => on.isKnownDevice(at.db, (await on.findSession(at.db, id))!)
    expect([await known(a), await known(f)]).toEqual([false, true])
    await put(one, 'g', { device: 'd', address: '1', expires_at: minute(1) })
    expect(await known(a)).toBe(true)
    await on.touchSession(at.db, a, { lastSeenAt: minute(4), expiresAt: minute(20) })
    await on.touchSession(at.db, d, { lastSeenAt: minute(5), expiresAt: minute(20) })
    const seen = async ({ accountId, userId }: Person) =>
      (
        await at.db
          .selectFrom('members')
          .select('last_seen_at')
          .where('account_id', '=', accountId)
          .where('user_id', '=', userId)
          .executeTakeFirst()
      )?.last_seen_at
    expect([await on.findSession(at.db, a), await seen(one), await seen(two)]).toMatchObject([
      { last_seen_at: minute(4), expires_at: minute(20) },
      minute(4),
      null,
    ])
    await on.markSeen(at.db, { account_id: two.accountId, user_id: two.userId }, minute(6))
    expect([await seen(one), await seen(two)]).toEqual([minute(4), minute(6)])
    expect([
      await on.renewSession(at.db, b, { id: `h-${one.userId}`, at: minute(5), proved_at: minute(5), second_factor: 1 }),
      await on.renewSession(at.db, b, { id: 'never', at: minute(5), proved_at: minute(5), second_factor: 1 }),
    ]).toEqual([true, false])
    expect([await on.findSession(at.db, b), await on.findSession(at.db, `h-${one.userId}`)]).toMatchObject([
      { revoked_at: minute(5) },
      { revoked_at: null, last_seen_at: minute(5), second_factor: 1, device: 'd' },
    ])
    await on.clearSecondFactorShown(at.db, one.userId)
    expect((await on.findSession(at.db, a))?.second_factor).toBe(0)
    await on.switchSession(at.db, { id: a, accountId: two.accountId, userId: one.userId }, minute(7))
    expect(await on.findSession(at.db, a)).toMatchObject({ account_id: two.accountId, last_seen_at: minute(7) })
    await on.revokeSession(at.db, a, minute(7))
    await on.revokeSession(at.db, a, minute(8))
    expect((await on.findSession(at.db, a))?.revoked_at).toBe(minute(7))
    expect([
      await on.revokeSessionsOf(at.db, { userId: one.userId, accountId: two.accountId }, minute(2)),
      await on.revokeSessionsOf(at.db, { userId: one.userId, exceptId: `h-${one.userId}` }, minute(2)),
      names(await on.listSessionsOf(at.db, one.userId, minute(2))),
      (await on.findSession(at.db, f))?.revoked_at,
    ]).toEqual([1, 1, 'h', null])
    await on.deleteDeadSessions(at.db, minute(9))
    expect([await on.findSession(at.db, `c-${one.userId}`), (await on.findSession(at.db, f))?.id]).toEqual([
      undefined,
      f,
    ])
  })

  it('of ways to sign in', async () => {
    const [one, two] = [await person(), await person()]
    const other = { ...one, userId: await at.member(one.accountId) }
    for (const [index, { userId }] of [one, one, two].entries())
      await at.db
        .insertInto('passkeys')
        .values(at.row('passkeys', { id: `${index}-${one.userId}`, user_id: userId }))
        .execute()
    const app = (user_id: string, confirmed_at: string | null) =>
      at.row('authenticator_apps', { user_id, confirmed_at })
    await at.db
      .insertInto('authenticator_apps')
      .values([app(one.userId, null), app(other.userId, minute(1))])
      .execute()
    await at.db
      .insertInto('identities')
      .values(
        ['x', 'y'].map((issuer) => at.row('identities', { issuer, subject: other.userId, user_id: other.userId })),
      )
      .execute()
    expect(await on.signInMethodsOf(at.db, one.accountId)).toEqual({
      passkeys: new Map([[one.userId, 2]]),
      authenticators: new Set([other.userId]),
      sso: new Set([other.userId]),
    })
    for (const name of ['a', 'b']) await put(one, name)
    await put(other, 'c', { expires_at: minute(1) })
    await put(other, 'd', { revoked_at: minute(1) })
    await put(two, 'e')
    expect(await on.countSessionsIn(at.db, one.accountId, minute(1))).toEqual(new Map([[one.userId, 2]]))
  })
})
