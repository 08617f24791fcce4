import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { compareValues } from '@/lib/domain/collections/compare-values'
import type { Role } from '@/lib/domain/roles'
import { listEntriesAfter } from '@/lib/features/audit/statements/audit'
import { hashPassword } from '@/lib/features/auth/passwords'
import { SSO_LIFETIME_MS } from '@/lib/features/auth/sessions'
import { findLiveSession } from '@/lib/features/auth/statements/sessions'
import { findMember, updateMember } from '@/lib/features/members/statements/members'
import { findUserByEmail, updateUser } from '@/lib/features/members/statements/users'
import { findAccount } from '@/lib/service/accounts/statements/accounts'
import { asAccountTx } from '@/lib/testing/as-account-tx'
import { caseText } from '@/lib/testing/cases/case-file'
import { makeMember } from '@/lib/testing/people'
import { engines, startTestService, type TestService } from '@/lib/testing/service'

import { confirmIdentity, LINK_TRIES, readIdentityLink } from './identity-confirmation'
import { LINK_CONFIRM_MS, signInByProvider, type SingleSignOnStore } from './single-sign-on'
import type { SingleSignOn } from './single-sign-on-env'

const ISSUER = 'https://login.example'
const PASSWORD = 'the password of before'
const from = { address: '10.0.0.9', device: 'a browser' }

describe.each(engines)('signing in through a provider on %s', (engine) => {
  let at: TestService
  let passwordHash = ''
  beforeAll(async () => {
    at = await startTestService({ engine })
    passwordHash = await hashPassword(PASSWORD)
  })
  afterAll(() => at.stop())

  /** Creates an account with an owner, which new persons join. */
  async function open(more: Partial<SingleSignOn> = {}, localPasswords = true) {
    const { accountId } = await at.createAccount()
    const owner = await makeMember(at.storage, { accountId, passwordHash })
    const { slug = '' } = (await findAccount(at.storage.db, accountId)) ?? {}
    const settings: SingleSignOn = {
      issuer: ISSUER,
      clientId: 'panel',
      clientSecret: 'secret',
      name: 'SSO',
      allowedDomains: ['example.test'],
      account: slug,
      defaultRole: 'viewer',
      rolesClaim: undefined,
      roles: [],
      assumesVerified: false,
      ...more,
    }
    const store = (): SingleSignOnStore => ({
      storage: at.storage,
      settings,
      localPasswords,
      sendsMail: true,
      now: at.clock.now(),
    })
    const claims = (email: string, also: object = {}) => ({
      iss: ISSUER,
      sub: `sub-${email}`,
      email,
      email_verified: true,
      ...also,
    })
    const signIn = (email: string, also: object = {}) => signInByProvider(store(), claims(email, also), from)
    const roleOf = async (email: string): Promise<Role | undefined> => {
      const user = await findUserByEmail(at.storage.db, email)
      return user && (await findMember(at.storage.db, accountId, user.id))?.role
    }
    const actions = async () =>
      (await listEntriesAfter(at.storage.db, accountId, { number: 0, limit: 50 })).map(({ action }) => action)
    return { accountId, owner, store, claims, signIn, roleOf, actions }
  }
  const newEmail = () => `${crypto.randomUUID()}@example.test`
  const byGroups = {
    rolesClaim: 'groups',
    roles: [
      { group: 'bosses', role: 'owner' },
      { group: 'money', role: 'finance' },
    ],
  } as const

  it('makes a member of somebody new, without a password, in a session of eight hours', async () => {
    const here = await open()
    const email = newEmail()
    const result = await here.signIn(email, { name: 'Anna', auth_time: 1 })
    if (!result.ok) throw new Error(result.reason)
    const session = await findLiveSession(at.storage.db, result.sessionId, at.clock.now().toISOString())
    expect(session).toMatchObject({ email, user_name: 'Anna', role: 'viewer', method: 'sso', second_factor: 1 })
    // The time at which identity was proved at the provider.
    expect(session?.proved_at).toBe('1970-01-01T00:00:01.000Z')
    const late = new Date(at.clock.now().getTime() + SSO_LIFETIME_MS).toISOString()
    expect(await findLiveSession(at.storage.db, result.sessionId, late)).toBeUndefined()
    expect((await findUserByEmail(at.storage.db, email))?.password_hash).toBeNull()
    expect(await here.actions()).toEqual(['identities.join', 'identities.link', 'session.start'])
  })

  it('makes one person of two sign-ins at once', async () => {
    const here = await open(byGroups)
    const email = newEmail()
    const both = await Promise.all([1, 2].map(() => here.signIn(email, { groups: ['money'] })))
    expect(both.map(({ ok }) => ok)).toEqual([true, true])
    expect(await here.roleOf(email)).toBe('finance')
    expect((await here.actions()).filter((action) => action === 'identities.join')).toHaveLength(1)
  })

  it('knows a person by issuer and subject, whatever the e-mail becomes', async () => {
    const here = await open()
    const [email, next] = [newEmail(), newEmail()]
    await here.signIn(email)
    expect((await here.signIn(next, { sub: `sub-${email}` })).ok).toBe(true)
    expect(await findUserByEmail(at.storage.db, next)).toBeUndefined()
    expect(await here.signIn(email, { sub: 'somebody else' })).toEqual({ ok: false, reason: 'other_identity' })
  })

  it.each([
    ['another domain', { email: 'a@evil.test' }, 'domain'],
    ['an unverified e-mail', { email_verified: false }, 'unverified'],
    ['another issuer', { iss: 'https://login.example.evil' }, 'issuer'],
  ])('makes nobody of %s', async (_, more, reason) => {
    const here = await open()
    const email = newEmail()
    expect(await here.signIn(email, more)).toEqual({ ok: false, reason })
    expect(await findUserByEmail(at.storage.db, email)).toBeUndefined()
    expect(await findUserByEmail(at.storage.db, 'a@evil.test')).toBeUndefined()
  })

  it('lets in nobody who is disabled here, and enters it', async () => {
    const here = await open()
    const email = newEmail()
    await here.signIn(email)
    const user = await findUserByEmail(at.storage.db, email)
    await updateUser(at.storage.db, user?.id ?? '', { disabled_at: at.clock.now().toISOString() })
    expect(await here.signIn(email)).toEqual({ ok: false, reason: 'disabled' })
    expect((await here.actions()).at(-1)).toBe('session.refuse')
    await updateUser(at.storage.db, user?.id ?? '', { disabled_at: null })
    const member = { account_id: here.accountId, user_id: user?.id ?? '' }
    await updateMember(asAccountTx(at.storage.db), member, { disabled_at: at.clock.now().toISOString() })
    expect(await here.signIn(email)).toEqual({ ok: false, reason: 'no_account' })
  })

  describe('the role', () => {
    it('is the one that the groups say, at each sign-in, with an entry', async () => {
      const here = await open(byGroups)
      const email = newEmail()
      for (const [groups, role] of [
        [['money'], 'finance'],
        [['bosses', 'money'], 'owner'],
        [[], 'viewer'],
      ] as const) {
        expect((await here.signIn(email, { groups })).ok).toBe(true)
        expect(await here.roleOf(email)).toBe(role)
      }
      expect((await here.actions()).filter((action) => action === 'members.setRole')).toHaveLength(2)
    })

    it('of the last owner stays', async () => {
      const here = await open(byGroups, false)
      expect((await here.signIn(here.owner.email)).ok).toBe(true)
      expect(await here.roleOf(here.owner.email)).toBe('owner')
    })

    it('is left alone where groups say nothing of roles', async () => {
      const here = await open({}, false)
      await here.signIn(here.owner.email)
      expect(await here.roleOf(here.owner.email)).toBe('owner')
    })
  })

  describe('C01 a person in more groups than a token holds', () => {
    const overage = JSON.parse(caseText('C01-entra-groups-overage', 'claims-overage.json')) as Record<string, unknown>
    const { _claim_names, _claim_sources } = overage

    it('keeps the role, with one entry and one mail to the owners until groups are said again', async () => {
      const here = await open(byGroups)
      const email = newEmail()
      const roles: unknown[] = []
      const signIn = async (also: object) => {
        const { ok, groupsUnsaid } = (await here.signIn(email, also)) as { ok: boolean; groupsUnsaid?: string }
        roles.push([ok, groupsUnsaid, await here.roleOf(email)])
      }
      await signIn({ groups: ['bosses'] })
      for (let again = 0; again < 3; again += 1) await signIn({ _claim_names, _claim_sources })
      expect(roles).toEqual([
        [true, undefined, 'owner'],
        [true, 'overage', 'owner'],
        [true, 'overage', 'owner'],
        [true, 'overage', 'owner'],
      ])
      const told = async () => (await here.actions()).filter((action) => action === 'identities.groupsUnsaid').length
      const mails = async () =>
        (
          await at.storage.db.selectFrom('deliveries').selectAll().where('account_id', '=', here.accountId).execute()
        ).map(({ recipient }) => recipient ?? '')
      expect(await told()).toBe(1)
      expect((await mails()).toSorted(compareValues)).toEqual([here.owner.email, email].toSorted(compareValues))
      expect((await here.actions()).filter((action) => action === 'members.setRole')).toEqual([])
      // An explicit empty list of groups does count.
      await signIn({ groups: [] })
      await signIn({})
      expect(roles.slice(-2)).toEqual([
        [true, undefined, 'viewer'],
        [true, 'missing', 'viewer'],
      ])
      expect(await told()).toBe(2)
    })

    it('who is new begins with the least', async () => {
      const here = await open(byGroups)
      const email = newEmail()
      expect(await here.signIn(email, { hasgroups: true })).toMatchObject({ ok: true, groupsUnsaid: 'overage' })
      expect(await here.roleOf(email)).toBe('viewer')
    })
  })

  describe('a user who is here already', () => {
    it('without a password is linked by the verified e-mail', async () => {
      const here = await open()
      const user = await makeMember(at.storage, { accountId: here.accountId, role: 'compliance' })
      expect((await here.signIn(user.email)).ok).toBe(true)
      expect(await here.roleOf(user.email)).toBe('compliance')
    })

    it('with a password shows it once', async () => {
      const here = await open()
      const { email } = here.owner
      const asked = await here.signIn(email)
      if (asked.ok || asked.reason !== 'confirm') throw new Error('a password is asked for')
      const { linkId } = asked
      expect(await readIdentityLink(here.store(), linkId)).toBe(email)
      const confirm = (password: string) => confirmIdentity(here.store(), { linkId, password }, from)
      expect(await confirm('another password')).toEqual({ ok: false, reason: 'password' })
      expect(await confirm(PASSWORD)).toMatchObject({ ok: true })
      expect(await confirm(PASSWORD)).toEqual({ ok: false, reason: 'over' })
      expect(await here.signIn(email)).toMatchObject({ ok: true })
      expect(await here.actions()).toEqual(['identities.link', 'session.start', 'session.start'])
    })

    it('has five tries, also at once, and ten minutes', async () => {
      const here = await open()
      const ask = async () => {
        const asked = await here.signIn(here.owner.email)
        if (asked.ok || asked.reason !== 'confirm') throw new Error('a password is asked for')
        return asked.linkId
      }
      const linkId = await ask()
      const tries = Array.from({ length: LINK_TRIES + 3 }, () =>
        confirmIdentity(here.store(), { linkId, password: 'wrong' }, from),
      )
      const reasons = (await Promise.all(tries)).map((each) => (each.ok ? 'ok' : each.reason))
      expect(reasons.filter((reason) => reason === 'password').length).toBeLessThan(LINK_TRIES)
      expect(await confirmIdentity(here.store(), { linkId, password: PASSWORD }, from)).toMatchObject({
        reason: 'over',
      })
      const late = await ask()
      const store = { ...here.store(), now: new Date(at.clock.now().getTime() + LINK_CONFIRM_MS) }
      expect(await confirmIdentity(store, { linkId: late, password: PASSWORD }, from)).toMatchObject({ reason: 'over' })
      expect(await readIdentityLink(store, late)).toBeUndefined()
    })

    it('is linked at once where there are no local passwords', async () => {
      const here = await open({}, false)
      expect(await here.signIn(here.owner.email)).toMatchObject({ ok: true })
    })
  })
})
