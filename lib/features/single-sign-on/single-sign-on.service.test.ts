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

describe.each(engines)('single sign-on on %s', (engine) => {
  let service: TestService
  let passwordHash = ''
  beforeAll(async () => {
    service = await startTestService({ engine })
    passwordHash = await hashPassword(PASSWORD)
  })
  afterAll(() => service.stop())

  /** Creates an account with an owner, which new persons join. */
  async function openAccount(more: Partial<SingleSignOn> = {}, localPasswords = true) {
    const { accountId } = await service.createAccount()
    const owner = await makeMember(service.storage, { accountId, passwordHash })
    const { slug = '' } = (await findAccount(service.storage.db, accountId)) ?? {}
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
      storage: service.storage,
      settings,
      localPasswords,
      sendsMail: true,
      now: service.clock.now(),
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
      const user = await findUserByEmail(service.storage.db, email)
      return user && (await findMember(service.storage.db, accountId, user.id))?.role
    }
    const actions = async () =>
      (await listEntriesAfter(service.storage.db, accountId, { number: 0, limit: 50 })).map(({ action }) => action)
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

  it('creates a member without a password for a new person, in a session of eight hours', async () => {
    const setup = await openAccount()
    const email = newEmail()
    const result = await setup.signIn(email, { name: 'Anna', auth_time: 1 })
    if (!result.ok) throw new Error(result.reason)
    const session = await findLiveSession(service.storage.db, result.sessionId, service.clock.now().toISOString())
    expect(session).toMatchObject({ email, user_name: 'Anna', role: 'viewer', method: 'sso', second_factor: 1 })
    // The time at which identity was proved at the provider.
    expect(session?.proved_at).toBe('1970-01-01T00:00:01.000Z')
    const afterExpiry = new Date(service.clock.now().getTime() + SSO_LIFETIME_MS).toISOString()
    expect(await findLiveSession(service.storage.db, result.sessionId, afterExpiry)).toBeUndefined()
    expect((await findUserByEmail(service.storage.db, email))?.password_hash).toBeNull()
    expect(await setup.actions()).toEqual(['identities.join', 'identities.link', 'session.start'])
  })

  it('creates one member when two sign-ins run at the same time', async () => {
    const setup = await openAccount(byGroups)
    const email = newEmail()
    const both = await Promise.all([1, 2].map(() => setup.signIn(email, { groups: ['money'] })))
    expect(both.map(({ ok }) => ok)).toEqual([true, true])
    expect(await setup.roleOf(email)).toBe('finance')
    expect((await setup.actions()).filter((action) => action === 'identities.join')).toHaveLength(1)
  })

  it('identifies a person by issuer and subject, even after a change of e-mail', async () => {
    const setup = await openAccount()
    const [email, next] = [newEmail(), newEmail()]
    await setup.signIn(email)
    expect((await setup.signIn(next, { sub: `sub-${email}` })).ok).toBe(true)
    expect(await findUserByEmail(service.storage.db, next)).toBeUndefined()
    expect(await setup.signIn(email, { sub: 'somebody else' })).toEqual({ ok: false, reason: 'other_identity' })
  })

  it.each([
    ['another domain', { email: 'a@evil.test' }, 'domain'],
    ['an unverified e-mail', { email_verified: false }, 'unverified'],
    ['another issuer', { iss: 'https://login.example.evil' }, 'issuer'],
  ])('creates no user for %s', async (_, more, reason) => {
    const setup = await openAccount()
    const email = newEmail()
    expect(await setup.signIn(email, more)).toEqual({ ok: false, reason })
    expect(await findUserByEmail(service.storage.db, email)).toBeUndefined()
    expect(await findUserByEmail(service.storage.db, 'a@evil.test')).toBeUndefined()
  })

  it('refuses a disabled user or member, and records the refusal of a disabled user', async () => {
    const setup = await openAccount()
    const email = newEmail()
    await setup.signIn(email)
    const user = await findUserByEmail(service.storage.db, email)
    await updateUser(service.storage.db, user?.id ?? '', { disabled_at: service.clock.now().toISOString() })
    expect(await setup.signIn(email)).toEqual({ ok: false, reason: 'disabled' })
    expect((await setup.actions()).at(-1)).toBe('session.refuse')
    await updateUser(service.storage.db, user?.id ?? '', { disabled_at: null })
    const member = { account_id: setup.accountId, user_id: user?.id ?? '' }
    await updateMember(asAccountTx(service.storage.db), member, { disabled_at: service.clock.now().toISOString() })
    expect(await setup.signIn(email)).toEqual({ ok: false, reason: 'no_account' })
  })

  describe('the role', () => {
    it('is set from the groups at each sign-in, and changes are recorded', async () => {
      const setup = await openAccount(byGroups)
      const email = newEmail()
      for (const [groups, role] of [
        [['money'], 'finance'],
        [['bosses', 'money'], 'owner'],
        [[], 'viewer'],
      ] as const) {
        expect((await setup.signIn(email, { groups })).ok).toBe(true)
        expect(await setup.roleOf(email)).toBe(role)
      }
      expect((await setup.actions()).filter((action) => action === 'members.setRole')).toHaveLength(2)
    })

    it('of the last owner is not changed', async () => {
      const setup = await openAccount(byGroups, false)
      expect((await setup.signIn(setup.owner.email)).ok).toBe(true)
      expect(await setup.roleOf(setup.owner.email)).toBe('owner')
    })

    it('is not changed if no roles claim is configured', async () => {
      const setup = await openAccount({}, false)
      await setup.signIn(setup.owner.email)
      expect(await setup.roleOf(setup.owner.email)).toBe('owner')
    })
  })

  // Case C01 of lib/testing/cases/README.md
  describe('a person with more groups than a token can hold', () => {
    const overage = JSON.parse(caseText('C01-entra-groups-overage', 'claims-overage.json')) as Record<string, unknown>
    const { _claim_names, _claim_sources } = overage

    it('keeps the role, with one audit entry and one e-mail to each owner until groups are reported again', async () => {
      const setup = await openAccount(byGroups)
      const email = newEmail()
      const roles: unknown[] = []
      const signIn = async (also: object) => {
        const { ok, missingGroupsReason } = (await setup.signIn(email, also)) as {
          ok: boolean
          missingGroupsReason?: string
        }
        roles.push([ok, missingGroupsReason, await setup.roleOf(email)])
      }
      await signIn({ groups: ['bosses'] })
      for (let attempt = 0; attempt < 3; attempt += 1) await signIn({ _claim_names, _claim_sources })
      expect(roles).toEqual([
        [true, undefined, 'owner'],
        [true, 'overage', 'owner'],
        [true, 'overage', 'owner'],
        [true, 'overage', 'owner'],
      ])
      const countMissingGroupsEntries = async () =>
        (await setup.actions()).filter((action) => action === 'identities.groupsUnsaid').length
      const mails = async () =>
        (
          await service.storage.db
            .selectFrom('deliveries')
            .selectAll()
            .where('account_id', '=', setup.accountId)
            .execute()
        ).map(({ recipient }) => recipient ?? '')
      expect(await countMissingGroupsEntries()).toBe(1)
      expect((await mails()).toSorted(compareValues)).toEqual([setup.owner.email, email].toSorted(compareValues))
      expect((await setup.actions()).filter((action) => action === 'members.setRole')).toEqual([])
      // An explicit empty list of groups does count.
      await signIn({ groups: [] })
      await signIn({})
      expect(roles.slice(-2)).toEqual([
        [true, undefined, 'viewer'],
        [true, 'missing', 'viewer'],
      ])
      expect(await countMissingGroupsEntries()).toBe(2)
    })

    it('gets the default role if new', async () => {
      const setup = await openAccount(byGroups)
      const email = newEmail()
      expect(await setup.signIn(email, { hasgroups: true })).toMatchObject({ ok: true, missingGroupsReason: 'overage' })
      expect(await setup.roleOf(email)).toBe('viewer')
    })
  })

  describe('an existing user', () => {
    it('without a password is linked by the verified e-mail', async () => {
      const setup = await openAccount()
      const user = await makeMember(service.storage, { accountId: setup.accountId, role: 'compliance' })
      expect((await setup.signIn(user.email)).ok).toBe(true)
      expect(await setup.roleOf(user.email)).toBe('compliance')
    })

    it('with a password has to enter it once to be linked', async () => {
      const setup = await openAccount()
      const { email } = setup.owner
      const result = await setup.signIn(email)
      if (result.ok || result.reason !== 'confirm') throw new Error('expected that the password is required')
      const { linkId } = result
      expect(await readIdentityLink(setup.store(), linkId)).toBe(email)
      const confirm = (password: string) => confirmIdentity(setup.store(), { linkId, password }, from)
      expect(await confirm('another password')).toEqual({ ok: false, reason: 'password' })
      expect(await confirm(PASSWORD)).toMatchObject({ ok: true })
      expect(await confirm(PASSWORD)).toEqual({ ok: false, reason: 'over' })
      expect(await setup.signIn(email)).toMatchObject({ ok: true })
      expect(await setup.actions()).toEqual(['identities.link', 'session.start', 'session.start'])
    })

    it('has at most five tries, even in parallel, within ten minutes', async () => {
      const setup = await openAccount()
      const requestLink = async () => {
        const result = await setup.signIn(setup.owner.email)
        if (result.ok || result.reason !== 'confirm') throw new Error('expected that the password is required')
        return result.linkId
      }
      const linkId = await requestLink()
      const tries = Array.from({ length: LINK_TRIES + 3 }, () =>
        confirmIdentity(setup.store(), { linkId, password: 'wrong' }, from),
      )
      const reasons = (await Promise.all(tries)).map((each) => (each.ok ? 'ok' : each.reason))
      expect(reasons.filter((reason) => reason === 'password').length).toBeLessThan(LINK_TRIES)
      expect(await confirmIdentity(setup.store(), { linkId, password: PASSWORD }, from)).toMatchObject({
        reason: 'over',
      })
      const expiredLinkId = await requestLink()
      const store = { ...setup.store(), now: new Date(service.clock.now().getTime() + LINK_CONFIRM_MS) }
      expect(await confirmIdentity(store, { linkId: expiredLinkId, password: PASSWORD }, from)).toMatchObject({
        reason: 'over',
      })
      expect(await readIdentityLink(store, expiredLinkId)).toBeUndefined()
    })

    it('is linked without confirmation if local passwords are disabled', async () => {
      const setup = await openAccount({}, false)
      expect(await setup.signIn(setup.owner.email)).toMatchObject({ ok: true })
    })
  })
})
