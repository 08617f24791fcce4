import { expect, it } from 'vitest'

import { describeStatements, minute } from '@/lib/testing/statements/describe-statements'
import type { Row } from '@/lib/testing/statements/rows'

import * as links from './one-time-links'
import * as sessions from './sessions'
import * as methods from './sign-in-methods'

describeStatements([links, sessions, methods], (store, statements) => {
  const person = async () => {
    const accountId = await store.account()
    return { accountId, userId: await store.member(accountId) }
  }
  type Person = Awaited<ReturnType<typeof person>>
  const insertSession = async (
    { accountId, userId }: Person,
    name: string,
    overrides: Partial<Row<'sessions'>> = {},
  ) => {
    const id = `${name}-${userId}`
    await statements.insertSession(
      store.db,
      store.row('sessions', {
        id,
        account_id: accountId,
        user_id: userId,
        method: 'password',
        expires_at: minute(9),
        last_seen_at: minute(1),
        ...overrides,
      }),
    )
    return id
  }
  const names = (rows: readonly { id: string }[]) => rows.map(({ id }) => id.split('-')[0]).join('')

  it('replace, use and delete one-time links', async () => {
    const [user_id, other] = [await store.user(), await store.user()]
    const link = (sha: string, purpose: Row<'one_time_links'>['purpose'], user = user_id) =>
      store.row('one_time_links', {
        sha256: `${sha}-${user_id}`,
        user_id: user,
        purpose,
        expires_at: minute(5),
        email: `${sha}@x`,
      })
    const storedLinks = async () =>
      (
        await store.db
          .selectFrom('one_time_links')
          .select('sha256')
          .where('sha256', 'like', `%${user_id}`)
          .orderBy('sha256')
          .execute()
      )
        .map(({ sha256 }) => sha256[0])
        .join('')
    await statements.replaceOneTimeLink(store.db, link('a', 'reset'))
    await statements.replaceOneTimeLink(store.db, link('b', 'email'))
    await statements.replaceOneTimeLink(store.db, link('c', 'sign_up'))
    await statements.replaceOneTimeLink(store.db, link('d', 'email'))
    await statements.replaceOneTimeLink(store.db, link('e', 'email', other))
    expect([
      await storedLinks(),
      (await statements.findOneTimeLink(store.db, `d-${user_id}`))?.email,
      await statements.findOneTimeLink(store.db, 'none'),
    ]).toEqual(['cde', 'd@x', undefined])
    expect([
      await statements.findPendingEmail(store.db, user_id, minute(4)),
      await statements.findPendingEmail(store.db, user_id, minute(5)),
    ]).toEqual(['d@x', undefined])
    const use = (moment: number) => statements.useOneTimeLink(store.db, `d-${user_id}`, minute(moment))
    expect([
      await use(5),
      await use(4),
      await use(4),
      await statements.findPendingEmail(store.db, user_id, minute(1)),
    ]).toEqual([false, true, false, undefined])
    await statements.deleteUnusedLinks(store.db, user_id, ['email', 'sign_up'])
    expect(await storedLinks()).toBe('de')
  })

  it('list, renew, switch and revoke sessions', async () => {
    const [one, two] = [await person(), await person()]
    const a = await insertSession(one, 'a', { proved_at: minute(1), second_factor: 1, device: 'd', address: '1' })
    const b = await insertSession(one, 'b', { last_seen_at: minute(2), device: 'd', address: '2' })
    await insertSession(one, 'c', { expires_at: minute(3) })
    const d = await insertSession(one, 'd', { revoked_at: minute(1) })
    const e = await insertSession({ ...one, accountId: two.accountId }, 'e')
    const f = await insertSession(two, 'f')
    const live = async (id: string, now: number) => (await statements.findLiveSession(store.db, id, minute(now)))?.id
    expect([await live(a, 8), await live(a, 9), await live(d, 1), await live(e, 1)]).toEqual([
      a,
      undefined,
      undefined,
      undefined,
    ])
    expect(await statements.findLiveSession(store.db, a, minute(1))).toMatchObject({
      user_id: one.userId,
      account_id: one.accountId,
      role: 'owner',
      name: 'Test',
      second_factor: 1,
      second_factor_required_at: null,
    })
    expect([
      names(await statements.listSessionsOf(store.db, one.userId, minute(2))),
      names(await statements.listSessionsOf(store.db, one.userId, minute(3))),
    ]).toEqual(['bace', 'bae'])
    const isKnown = async (id: string) =>
      statements.isKnownDevice(store.db, (await statements.findSession(store.db, id))!)
    expect([await isKnown(a), await isKnown(f)]).toEqual([false, true])
    await insertSession(one, 'g', { device: 'd', address: '1', expires_at: minute(1) })
    expect(await isKnown(a)).toBe(true)
    await statements.touchSession(store.db, a, { lastSeenAt: minute(4), expiresAt: minute(20) })
    await statements.touchSession(store.db, d, { lastSeenAt: minute(5), expiresAt: minute(20) })
    const lastSeenOf = async ({ accountId, userId }: Person) =>
      (
        await store.db
          .selectFrom('members')
          .select('last_seen_at')
          .where('account_id', '=', accountId)
          .where('user_id', '=', userId)
          .executeTakeFirst()
      )?.last_seen_at
    expect([await statements.findSession(store.db, a), await lastSeenOf(one), await lastSeenOf(two)]).toMatchObject([
      { last_seen_at: minute(4), expires_at: minute(20) },
      minute(4),
      null,
    ])
    await statements.markSeen(store.db, { account_id: two.accountId, user_id: two.userId }, minute(6))
    expect([await lastSeenOf(one), await lastSeenOf(two)]).toEqual([minute(4), minute(6)])
    expect([
      await statements.renewSession(store.db, b, {
        id: `h-${one.userId}`,
        at: minute(5),
        proved_at: minute(5),
        second_factor: 1,
      }),
      await statements.renewSession(store.db, b, {
        id: 'never',
        at: minute(5),
        proved_at: minute(5),
        second_factor: 1,
      }),
    ]).toEqual([true, false])
    expect([
      await statements.findSession(store.db, b),
      await statements.findSession(store.db, `h-${one.userId}`),
    ]).toMatchObject([
      { revoked_at: minute(5) },
      { revoked_at: null, last_seen_at: minute(5), second_factor: 1, device: 'd' },
    ])
    await statements.clearSecondFactor(store.db, one.userId)
    expect((await statements.findSession(store.db, a))?.second_factor).toBe(0)
    await statements.switchSession(store.db, { id: a, accountId: two.accountId, userId: one.userId }, minute(7))
    expect(await statements.findSession(store.db, a)).toMatchObject({
      account_id: two.accountId,
      last_seen_at: minute(7),
    })
    await statements.revokeSession(store.db, a, minute(7))
    await statements.revokeSession(store.db, a, minute(8))
    expect((await statements.findSession(store.db, a))?.revoked_at).toBe(minute(7))
    expect([
      await statements.revokeSessionsOf(store.db, { userId: one.userId, accountId: two.accountId }, minute(2)),
      await statements.revokeSessionsOf(store.db, { userId: one.userId, exceptId: `h-${one.userId}` }, minute(2)),
      names(await statements.listSessionsOf(store.db, one.userId, minute(2))),
      (await statements.findSession(store.db, f))?.revoked_at,
    ]).toEqual([1, 1, 'h', null])
    await statements.deleteDeadSessions(store.db, minute(9))
    expect([
      await statements.findSession(store.db, `c-${one.userId}`),
      (await statements.findSession(store.db, f))?.id,
    ]).toEqual([undefined, f])
  })

  it('list sign-in methods and count sessions', async () => {
    const [one, two] = [await person(), await person()]
    const other = { ...one, userId: await store.member(one.accountId) }
    for (const [index, { userId }] of [one, one, two].entries())
      await store.db
        .insertInto('passkeys')
        .values(store.row('passkeys', { id: `${index}-${one.userId}`, user_id: userId }))
        .execute()
    const app = (user_id: string, confirmed_at: string | null) =>
      store.row('authenticator_apps', { user_id, confirmed_at })
    await store.db
      .insertInto('authenticator_apps')
      .values([app(one.userId, null), app(other.userId, minute(1))])
      .execute()
    await store.db
      .insertInto('identities')
      .values(
        ['x', 'y'].map((issuer) => store.row('identities', { issuer, subject: other.userId, user_id: other.userId })),
      )
      .execute()
    expect(await statements.signInMethodsOf(store.db, one.accountId)).toEqual({
      passkeys: new Map([[one.userId, 2]]),
      authenticators: new Set([other.userId]),
      sso: new Set([other.userId]),
    })
    for (const name of ['a', 'b']) await insertSession(one, name)
    await insertSession(other, 'c', { expires_at: minute(1) })
    await insertSession(other, 'd', { revoked_at: minute(1) })
    await insertSession(two, 'e')
    expect(await statements.countSessionsIn(store.db, one.accountId, minute(1))).toEqual(new Map([[one.userId, 2]]))
  })
})
