import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { listEntriesAfter } from '@/lib/features/audit/statements/audit'
import { noMail } from '@/lib/panel/mail/mailer'
import { makeMember } from '@/lib/testing/people'
import { engines, startTestService, type TestService } from '@/lib/testing/service'

import { createPasswordLink, LINK_LIFETIME_MS, readPasswordLink, redeemPasswordLink } from './one-time-links'
import { hashPassword } from './passwords'
import { IDLE_MS, LIFETIME_MS, resumeSession } from './sessions'
import { createSignIn, PASSWORD_LIMITS } from './sign-in'
import { findLiveSession, revokeSession } from './statements/sessions'

const MAX_ATTEMPTS = PASSWORD_LIMITS.perEmailAndAddress
const PASSWORD = 'a password for tests'

describe.each(engines)('signing in on %s', (engine) => {
  let service: TestService
  let passwordHash = ''
  beforeAll(async () => {
    service = await startTestService({ engine })
    passwordHash = await hashPassword(PASSWORD)
  })
  afterAll(() => service.stop())

  async function makeUser(more: { disabled?: boolean; hash?: string | null } = {}) {
    const { accountId } = await service.createAccount()
    const hash = more.hash === undefined ? passwordHash : more.hash
    return makeMember(service.storage, { accountId, passwordHash: hash, disabled: more.disabled ?? false })
  }
  const log = pino({ level: 'silent' })
  const signIn = () => createSignIn(service.storage, () => service.clock.now(), log)
  const live = (id: string) => findLiveSession(service.storage.db, id, service.clock.now().toISOString())

  it('starts a session for the right password, whatever the case of the e-mail', async () => {
    const user = await makeUser()
    const result = await signIn()({ email: ` ${user.email.toUpperCase()} `, password: PASSWORD, address: 'a' })
    if (!result.ok) throw new Error(result.reason)
    expect(await live(result.sessionId)).toMatchObject({ user_id: user.id, role: 'owner', account_id: user.account_id })
  })

  it.each([
    ['a wrong password', {}, 'wrong'],
    ['a disabled user', { disabled: true }, PASSWORD],
    ['a user without password', { hash: null }, PASSWORD],
    ['a password that is too long', {}, PASSWORD.padEnd(500, 'x')],
  ])('rejects %s like an unknown e-mail', async (_, more, password) => {
    const user = await makeUser(more)
    const refusal = { ok: false, reason: 'credentials' }
    expect(await signIn()({ email: user.email, password, address: 'a' })).toEqual(refusal)
    expect(await signIn()({ email: 'nobody@example.test', password, address: 'a' })).toEqual(refusal)
  })

  it('delays further attempts of an address after the maximum, counted before the password check', async () => {
    const user = await makeUser()
    const attempt = signIn()
    const wrong = Array.from({ length: MAX_ATTEMPTS + 5 }, () =>
      attempt({ email: user.email, password: 'wrong', address: 'a' }),
    )
    const results = await Promise.all(wrong)
    expect(results.filter((result) => !result.ok && result.reason === 'credentials')).toHaveLength(MAX_ATTEMPTS)
    const right = await attempt({ email: user.email, password: PASSWORD, address: 'a' })
    expect(right).toMatchObject({ ok: false, reason: 'wait' })
    expect(await attempt({ email: user.email, password: PASSWORD, address: 'b' })).toMatchObject({ ok: true })
  })

  it('counts attempts across processes only on a shared PostgreSQL', async () => {
    const user = await makeUser()
    const processes = [signIn(), signIn()]
    const results = []
    for (let attempt = 0; attempt < MAX_ATTEMPTS * 2; attempt += 1) {
      results.push(await processes[attempt % 2]?.({ email: user.email, password: 'wrong', address: 'c' }))
    }
    const checked = results.filter((result) => result?.ok === false && result.reason === 'credentials')
    expect(checked).toHaveLength(engine === 'postgres' ? MAX_ATTEMPTS : MAX_ATTEMPTS * 2)
  })

  it('ends an unused, an expired and a revoked session', async () => {
    const user = await makeUser()
    const start = async () => {
      const result = await signIn()({ email: user.email, password: PASSWORD, address: 'a' })
      if (!result.ok) throw new Error(result.reason)
      return result.sessionId
    }
    const resume = (id: string) => resumeSession(service.storage.db, id, { now: service.clock.now() })
    const idle = await start()
    service.clock.advance(IDLE_MS + 1)
    expect(await resume(idle)).toBeUndefined()
    const used = await start()
    const startedAt = service.clock.now().getTime()
    for (;;) {
      service.clock.advance(IDLE_MS - 60_000)
      const spent = service.clock.now().getTime() - startedAt
      const resumed = await resume(used)
      expect(resumed !== undefined, `after ${spent} ms`).toBe(spent < LIFETIME_MS)
      if (!resumed) break
    }
    const revoked = await start()
    await revokeSession(service.storage.db, revoked, service.clock.now().toISOString())
    expect(await resume(revoked)).toBeUndefined()
  })

  it('redeems a link once, ends the sessions of its user, and distinguishes used, expired and unknown links', async () => {
    const user = await makeUser()
    const { db } = service.storage
    const before = await signIn()({ email: user.email, password: PASSWORD, address: 'a' })
    const replaced = await createPasswordLink(db, { userId: user.id, purpose: 'reset' }, service.clock.now())
    const token = await createPasswordLink(db, { userId: user.id, purpose: 'reset' }, service.clock.now())
    expect(await readPasswordLink(db, replaced, service.clock.now())).toEqual({ state: 'unknown' })
    expect(await readPasswordLink(db, token, service.clock.now())).toMatchObject({ state: 'ready', email: user.email })
    const redeem = (password: string) =>
      redeemPasswordLink(service.storage, { token, password, address: 'a', mail: noMail }, service.clock.now())
    const states = await Promise.all([redeem('first new password'), redeem('second new password')])
    expect(states.map(({ state }) => state).sort()).toEqual(['ready', 'used'])
    expect(before.ok && (await live(before.sessionId))).toBeUndefined()
    expect(await signIn()({ email: user.email, password: PASSWORD, address: 'a' })).toMatchObject({ ok: false })
    expect(await readPasswordLink(db, token, service.clock.now())).toEqual({ state: 'used' })
    const expiredToken = await createPasswordLink(db, { userId: user.id, purpose: 'reset' }, service.clock.now())
    service.clock.advance(LINK_LIFETIME_MS)
    expect(await readPasswordLink(db, expiredToken, service.clock.now())).toEqual({ state: 'expired' })
  })

  it('rejects an unacceptable password for a link, and the link still works', async () => {
    const user = await makeUser({ hash: null })
    const { db } = service.storage
    const token = await createPasswordLink(db, { userId: user.id, purpose: 'sign_up' }, service.clock.now())
    const redeem = (password: string) =>
      redeemPasswordLink(service.storage, { token, password, address: 'a', mail: noMail }, service.clock.now())
    expect(await redeem('too short')).toEqual({ state: 'refused', fault: 'short' })
    expect(await redeem('severodvinsk')).toEqual({ state: 'refused', fault: 'common' })
    expect(await redeem(user.email)).toEqual({ state: 'refused', fault: 'about_you' })
    expect(await redeem('a sentence of four words')).toMatchObject({ state: 'ready' })
  })

  it('records a sign-in, a refused one and a new password in the account of the user', async () => {
    const user = await makeUser()
    const entries = async () =>
      (await listEntriesAfter(service.storage.db, user.account_id, { number: 0, limit: 100 })).map(
        ({ action, actor, address }) => [action, actor, address],
      )
    await signIn()({ email: user.email, password: PASSWORD, address: 'a' })
    await signIn()({ email: user.email, password: 'wrong', address: 'b' })
    // The entries are written after the answer.
    await expect.poll(() => entries()).toHaveLength(2)
    const token = await createPasswordLink(
      service.storage.db,
      { userId: user.id, purpose: 'reset' },
      service.clock.now(),
    )
    await redeemPasswordLink(
      service.storage,
      { token, password: 'a new password', address: 'c', mail: noMail },
      service.clock.now(),
    )
    await redeemPasswordLink(
      service.storage,
      { token, password: 'another one', address: 'd', mail: noMail },
      service.clock.now(),
    )
    expect(await entries()).toEqual([
      ['session.start', user.email, 'a'],
      ['session.refuse', user.email, 'b'],
      ['password.set', user.email, 'c'],
    ])
  })
})
