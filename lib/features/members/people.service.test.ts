import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { Role } from '@/lib/domain/roles'
import { accountSettingsHandlers } from '@/lib/features/account-settings/handlers'
import { writeRetentionDefaults } from '@/lib/features/account-settings/statements'
import { listEntriesAfter } from '@/lib/features/audit/statements/audit'
import { confirmEmail, createEmailLink, readEmailLink } from '@/lib/features/auth/one-time-links'
import { hashPassword } from '@/lib/features/auth/passwords'
import { resumeSession, startSession } from '@/lib/features/auth/sessions'
import { createSignIn } from '@/lib/features/auth/sign-in'
import { findLiveSession } from '@/lib/features/auth/statements/sessions'
import type { PanelOutput, PanelParsed } from '@/lib/features/contract'
import { profileHandlers, sessionHandlers } from '@/lib/features/profile/handlers'
import { UNLIMITED_RETENTION, UNLIMITED_TERMS } from '@/lib/features/retention/domain/retention'
import { insertIdentity } from '@/lib/features/single-sign-on/statements'
import type { PanelContext } from '@/lib/panel/context'
import { noMail } from '@/lib/panel/mail/mailer'
import { panelContext } from '@/lib/testing/panel-context'
import { makeMember } from '@/lib/testing/people'
import { engines, startTestService, type TestService } from '@/lib/testing/service'

import { memberHandlers } from './handlers'
import { INVITATION_LIFETIME_MS, readInvitation } from './invitations'
import { joinByInvitation } from './joining'
import { findUser, findUserByEmail } from './statements/users'

const PASSWORD = 'trzy zielone parasole'
const DAY_MS = 24 * 3_600_000

describe.each(engines)('people on %s', (engine) => {
  let service: TestService
  let passwordHash = ''
  beforeAll(async () => {
    service = await startTestService({ engine })
    passwordHash = await hashPassword(PASSWORD)
  })
  afterAll(() => service.stop())

  type Person = { readonly id: string; readonly email: string; readonly role: Role; readonly account_id: string }

  async function openAccount() {
    const { accountId } = await service.createAccount()
    const owner = await addMember(accountId, 'owner')
    return { accountId, owner, contextOf: (person: Person) => contextIn(accountId, person) }
  }
  const addMember = (accountId: string, role: Role, email?: string): Promise<Person> =>
    makeMember(service.storage, {
      accountId,
      role,
      passwordHash,
      at: service.clock.now().toISOString(),
      ...(email && { email }),
    })
  const contextIn = (accountId: string, { id, email, role }: Person, more: Partial<PanelContext> = {}) =>
    panelContext(service, accountId, { user: { id, email, role }, ...more })
  const session = ({ id, account_id }: Person, device = 'Firefox') =>
    startSession(
      service.storage.db,
      { userId: id, accountId: account_id, method: 'password', secondFactor: false, address: '10.0.0.1', device },
      service.clock.now(),
    )
  const isLive = async (id: string) =>
    (await findLiveSession(service.storage.db, id, service.clock.now().toISOString())) !== undefined
  const actionsOf = async (accountId: string) =>
    (await listEntriesAfter(service.storage.db, accountId, { number: 0, limit: 100 })).map(({ action }) => action)
  const list = (context: PanelContext) => memberHandlers['members.list']({}, context)
  const setRole = (context: PanelContext, id: string, role: Role) =>
    memberHandlers['members.setRole']({ params: { id }, body: { role } }, context)
  const invite = async (context: PanelContext, people: PanelParsed<'members.invite'>['body']['people']) =>
    (await memberHandlers['members.invite']({ body: { people } }, context)).items
  const tokenOf = ({ link }: PanelOutput<'members.resendInvitation'>) =>
    new URL(link ?? '').searchParams.get('token') ?? ''

  describe('members', () => {
    it('change or lose access in running sessions at once, with an audit entry for each change', async () => {
      const { accountId, owner, contextOf } = await openAccount()
      const other = await addMember(accountId, 'viewer')
      const id = await session(other)
      await setRole(contextOf(owner), other.id, 'compliance')
      expect(await findLiveSession(service.storage.db, id, service.clock.now().toISOString())).toMatchObject({
        role: 'compliance',
      })
      await setRole(contextOf(owner), other.id, 'compliance')
      await memberHandlers['members.setDisabled'](
        { params: { id: other.id }, body: { disabled: true } },
        contextOf(owner),
      )
      expect(await isLive(id)).toBe(false)
      expect((await list(contextOf(owner))).items.find(({ user_id }) => user_id === other.id)).toMatchObject({
        disabled_by: 'owner',
        live_sessions: 0,
        procedures: 0,
      })
      await memberHandlers['members.setDisabled'](
        { params: { id: other.id }, body: { disabled: false } },
        contextOf(owner),
      )
      // Ended sessions stay ended.
      expect(await isLive(id)).toBe(false)
      const next = await session(other)
      expect(await memberHandlers['members.endSessions']({ params: { id: other.id } }, contextOf(owner))).toEqual({
        ended: 1,
      })
      expect(await isLive(next)).toBe(false)
      const last = await session(other)
      await memberHandlers['members.remove']({ params: { id: other.id } }, contextOf(owner))
      expect(await isLive(last)).toBe(false)
      expect(await findUser(service.storage.db, other.id)).toBeDefined()
      expect(await actionsOf(accountId)).toEqual([
        'members.setRole',
        'members.disable',
        'members.enable',
        'members.endSessions',
        'members.remove',
      ])
    })

    it('cannot lose their last owner, also when two owners demote, disable or remove each other at the same time', async () => {
      for (const action of ['setRole', 'setDisabled', 'remove'] as const) {
        const { accountId, owner, contextOf } = await openAccount()
        const second = await addMember(accountId, 'owner')
        const act = (actor: Person, { id }: Person) => {
          if (action === 'setRole') return setRole(contextOf(actor), id, 'viewer')
          if (action === 'remove') return memberHandlers['members.remove']({ params: { id } }, contextOf(actor))
          return memberHandlers['members.setDisabled']({ params: { id }, body: { disabled: true } }, contextOf(actor))
        }
        const results = await Promise.allSettled([act(owner, second), act(second, owner)])
        expect(results.map(({ status }) => status).sort(), action).toEqual(['fulfilled', 'rejected'])
        const refused = results.find((result) => result.status === 'rejected')
        expect(refused?.reason).toMatchObject({ code: 'last_owner', status: 409 })
        const owners = (await list(contextOf(owner))).items.filter(
          ({ role, disabled_by }) => role === 'owner' && !disabled_by,
        )
        expect(owners, action).toHaveLength(1)
      }
    })

    it('may leave the account, except the last owner', async () => {
      const { accountId, owner, contextOf } = await openAccount()
      const other = await addMember(accountId, 'viewer')
      await expect(memberHandlers['members.leave']({}, contextOf(owner))).rejects.toMatchObject({ code: 'last_owner' })
      await memberHandlers['members.leave']({}, contextOf(other))
      expect((await list(contextOf(owner))).items.map(({ email }) => email)).toEqual([owner.email])
    })

    it('cannot lose their last active owner, even if a disabled owner remains', async () => {
      const { accountId, owner, contextOf } = await openAccount()
      const second = await addMember(accountId, 'owner')
      await memberHandlers['members.setDisabled'](
        { params: { id: second.id }, body: { disabled: true } },
        contextOf(owner),
      )
      await expect(setRole(contextOf(owner), owner.id, 'viewer')).rejects.toMatchObject({ code: 'last_owner' })
    })

    it('of another account cannot be listed or changed', async () => {
      const [one, other] = [await openAccount(), await openAccount()]
      const stranger = await addMember(other.accountId, 'viewer')
      const context = one.contextOf(one.owner)
      for (const change of [
        () => setRole(context, stranger.id, 'owner'),
        () => memberHandlers['members.remove']({ params: { id: stranger.id } }, context),
        () => memberHandlers['members.endSessions']({ params: { id: stranger.id } }, context),
        () => memberHandlers['members.setDisabled']({ params: { id: stranger.id }, body: { disabled: true } }, context),
      ]) {
        await expect(change()).rejects.toMatchObject({ status: 404 })
      }
      expect(JSON.stringify(await list(context))).not.toContain(stranger.email)
    })
  })

  describe('invitations', () => {
    it('let a new person join once with the link', async () => {
      const { accountId, owner, contextOf } = await openAccount()
      const email = `${crypto.randomUUID()}@example.test`
      const [invited] = await invite(contextOf(owner), [{ email: ` ${email.toUpperCase()} `, role: 'finance' }])
      expect(invited).toMatchObject({
        email,
        outcome: 'invited',
      })
      expect(invited?.link).toMatch(/^http:\/\/panel\.invalid\/join\?token=/)
      const token = tokenOf(invited!)
      expect(await readInvitation(service.storage.db, token, service.clock.now())).toMatchObject({
        state: 'open',
        mustSignIn: false,
      })
      const joining = {
        token,
        address: 'a',
        now: service.clock.now(),
        mail: noMail,
        newcomer: { name: 'Ewa', password: PASSWORD },
      }
      const states = await Promise.all([
        joinByInvitation(service.storage, joining),
        joinByInvitation(service.storage, joining),
      ])
      expect(states.toSorted()).toEqual(['joined', expect.stringMatching(/used|known/)])
      const user = await findUserByEmail(service.storage.db, email)
      expect(user).toMatchObject({ name: 'Ewa' })
      const { items, invitations } = await list(contextOf(owner))
      expect(items.find(({ email: memberEmail }) => memberEmail === email)).toMatchObject({
        role: 'finance',
        sign_in: { password: true },
      })
      expect(invitations).toEqual([])
      const signIn = createSignIn(service.storage, () => service.clock.now(), pino({ level: 'silent' }))
      expect(await signIn({ email, password: PASSWORD, address: 'a' })).toMatchObject({ ok: true })
      expect(await actionsOf(accountId)).toEqual(['members.invite', 'members.join', 'session.start'])
    })

    it('let a known person join only when signed in as that person', async () => {
      const [one, other] = [await openAccount(), await openAccount()]
      const existingMember = await addMember(other.accountId, 'viewer')
      const [invited] = await invite(one.contextOf(one.owner), [{ email: existingMember.email, role: 'viewer' }])
      const token = tokenOf(invited!)
      const joining = { token, address: 'a', now: service.clock.now(), mail: noMail }
      const newcomer = { name: 'Obcy', password: 'inne hasło niż to' }
      expect(await joinByInvitation(service.storage, { ...joining, newcomer })).toBe('known')
      expect(await joinByInvitation(service.storage, { ...joining, userId: other.owner.id })).toBe('other')
      expect(await joinByInvitation(service.storage, { ...joining, userId: existingMember.id })).toBe('joined')
      const profile = await profileHandlers['profile.read']({}, one.contextOf({ ...existingMember, role: 'viewer' }))
      expect(profile.accounts.map(({ id }) => id).toSorted()).toEqual([one.accountId, other.accountId].toSorted())
      expect((await findUser(service.storage.db, existingMember.id))?.name).toBeNull()
    })

    it('let a person who has left their only account join again with a new password', async () => {
      const { accountId, owner, contextOf } = await openAccount()
      const formerMember = await addMember(accountId, 'compliance')
      await memberHandlers['members.leave']({}, contextOf(formerMember))
      const [invited] = await invite(contextOf(owner), [{ email: formerMember.email, role: 'viewer' }])
      const token = tokenOf(invited!)
      expect(await readInvitation(service.storage.db, token, service.clock.now())).toMatchObject({
        mustSignIn: false,
        setsPassword: true,
      })
      const password = 'zupełnie inne hasło do panelu'
      const newcomer = { name: '', password }
      const joining = { token, address: 'a', now: service.clock.now(), mail: noMail, newcomer }
      const states = await Promise.all([
        joinByInvitation(service.storage, joining),
        joinByInvitation(service.storage, joining),
      ])
      expect(states.toSorted()).toEqual(['joined', expect.stringMatching(/used|known/)])
      expect((await findUserByEmail(service.storage.db, formerMember.email))?.id).toBe(formerMember.id)
      const signIn = createSignIn(service.storage, () => service.clock.now(), pino({ level: 'silent' }))
      expect(await signIn({ email: formerMember.email, password: PASSWORD, address: 'a' })).toMatchObject({ ok: false })
      expect(await signIn({ email: formerMember.email, password, address: 'a' })).toMatchObject({ ok: true })
    })

    it('cannot take over a person who is disabled elsewhere, unless the link was mailed', async () => {
      const [one, other] = [await openAccount(), await openAccount()]
      const disabledMember = await addMember(other.accountId, 'viewer')
      const disableInput = { params: { id: disabledMember.id }, body: { disabled: true } }
      await memberHandlers['members.setDisabled'](disableInput, other.contextOf(other.owner))
      const [invited] = await invite(one.contextOf(one.owner), [{ email: disabledMember.email, role: 'viewer' }])
      const newcomer = { name: '', password: 'zupełnie inne hasło do panelu' }
      const token = tokenOf(invited!)
      const joining = { token, address: 'a', now: service.clock.now(), mail: noMail, newcomer }
      expect(await joinByInvitation(service.storage, joining)).toBe('known')
      // A link that was sent to the person's mailbox proves their identity.
      await service.storage.db
        .updateTable('invitations')
        .set({ is_mailed: 1 })
        .where('email', '=', disabledMember.email)
        .execute()
      expect(await joinByInvitation(service.storage, joining)).toBe('joined')
    })

    it('set no password for a person who signs in with a provider', async () => {
      const { accountId, owner, contextOf } = await openAccount()
      const formerMember = await addMember(accountId, 'compliance')
      const instant = service.clock.now().toISOString()
      const identity = { issuer: 'https://login.example', subject: formerMember.id, user_id: formerMember.id }
      await insertIdentity(service.storage.db, {
        ...identity,
        created_at: instant,
        last_used_at: instant,
        groups_unsaid_at: null,
      })
      await memberHandlers['members.remove']({ params: { id: formerMember.id } }, contextOf(owner))
      const [invited] = await invite(contextOf(owner), [{ email: formerMember.email, role: 'viewer' }])
      const newcomer = { name: '', password: 'zupełnie inne hasło do panelu' }
      const joining = { token: tokenOf(invited!), address: 'a', now: service.clock.now(), mail: noMail, newcomer }
      expect(await joinByInvitation(service.storage, joining)).toBe('joined')
      const signIn = createSignIn(service.storage, () => service.clock.now(), pino({ level: 'silent' }))
      expect(await signIn({ email: formerMember.email, password: newcomer.password, address: 'a' })).toMatchObject({
        ok: false,
      })
    })

    it('end when they are resent, withdrawn or seven days old, or when the inviter is no longer an owner', async () => {
      const { accountId, owner, contextOf } = await openAccount()
      const state = async (token: string) =>
        (await readInvitation(service.storage.db, token, service.clock.now())).state
      const person = () => ({ email: `${crypto.randomUUID()}@example.test`, role: 'viewer' as const })
      const [first] = await invite(contextOf(owner), [person()])
      const { invitations } = await list(contextOf(owner))
      const id = invitations[0]?.id ?? ''
      const resent = await memberHandlers['members.resendInvitation']({ params: { id } }, contextOf(owner))
      expect([await state(tokenOf(first!)), await state(tokenOf(resent))]).toEqual(['unknown', 'open'])
      await memberHandlers['members.withdrawInvitation']({ params: { id } }, contextOf(owner))
      expect(await state(tokenOf(resent))).toBe('withdrawn')
      for (const operation of ['members.resendInvitation', 'members.withdrawInvitation'] as const) {
        await expect(memberHandlers[operation]({ params: { id } }, contextOf(owner))).rejects.toMatchObject({
          status: 404,
        })
      }
      const second = await addMember(accountId, 'owner')
      const [byOther] = await invite(contextOf(second), [person()])
      await setRole(contextOf(owner), second.id, 'viewer')
      expect(await state(tokenOf(byOther!))).toBe('void')
      expect((await list(contextOf(owner))).invitations).toMatchObject([{ state: 'void', invited_by: null }])
      const [expiring] = await invite(contextOf(owner), [person()])
      service.clock.advance(INVITATION_LIFETIME_MS)
      expect(await state(tokenOf(expiring!))).toBe('expired')
      expect((await list(contextOf(owner))).invitations.map((each) => each.state).toSorted()).toEqual([
        'expired',
        'void',
      ])
    })

    it('report an outcome for each address and are limited to fifty a day', async () => {
      const { accountId, owner, contextOf } = await openAccount()
      const colleague = await addMember(accountId, 'viewer')
      const email = 'ktos@example.test'
      const outcomes = await invite(contextOf(owner), [
        { email, role: 'viewer' },
        { email: 'to nie adres', role: 'viewer' },
        { email: colleague.email.toUpperCase(), role: 'owner' },
        { email: email.toUpperCase(), role: 'viewer' },
      ])
      expect(outcomes.map(({ outcome }) => outcome)).toEqual(['invited', 'invalid', 'member'])
      const people = Array.from({ length: 50 }, (_, n) => ({ email: `o${n}@example.test`, role: 'viewer' as const }))
      const rest = await invite(contextOf(owner), people)
      expect(rest.filter(({ outcome }) => outcome === 'invited')).toHaveLength(49)
      expect(rest.at(-1)).toEqual({ email: 'o49@example.test', outcome: 'limit', link: null })
      service.clock.advance(DAY_MS)
      expect((await invite(contextOf(owner), people.slice(-1)))[0]?.outcome).toBe('invited')
    })

    it('of another account cannot be resent or withdrawn', async () => {
      const [one, other] = [await openAccount(), await openAccount()]
      await invite(other.contextOf(other.owner), [{ email: 'ktos@example.test', role: 'viewer' }])
      const id = (await list(other.contextOf(other.owner))).invitations[0]?.id ?? ''
      for (const operation of ['members.resendInvitation', 'members.withdrawInvitation'] as const) {
        await expect(memberHandlers[operation]({ params: { id } }, one.contextOf(one.owner))).rejects.toMatchObject({
          status: 404,
        })
      }
    })
  })

  describe('a person', () => {
    it('changes the password with the current one, which ends the other sessions', async () => {
      const { accountId, owner } = await openAccount()
      const [currentSession, otherSession] = [await session(owner), await session(owner)]
      const renewed: string[] = []
      const context = contextIn(accountId, owner, { sessionId: currentSession, continueIn: (id) => renewed.push(id) })
      const set = (current: string, next: string) =>
        profileHandlers['profile.setPassword']({ body: { current, next } }, context)
      await expect(set('wrong', 'a completely new one')).rejects.toMatchObject({ status: 422 })
      expect(await isLive(otherSession)).toBe(true)
      expect(await set(PASSWORD, 'nowe hasło do panelu')).toEqual({ ended: 1 })
      // The session continues under a new id.
      expect([await isLive(currentSession), await isLive(otherSession), await isLive(renewed[0] ?? '')]).toEqual([
        false,
        false,
        true,
      ])
      const signIn = createSignIn(service.storage, () => service.clock.now(), pino({ level: 'silent' }))
      expect(await signIn({ email: owner.email, password: PASSWORD, address: 'z' })).toMatchObject({ ok: false })
      expect(await signIn({ email: owner.email, password: 'nowe hasło do panelu', address: 'z' })).toMatchObject({
        ok: true,
      })
    })

    it('ends one or all other sessions, but not those of other people', async () => {
      const { accountId, owner, contextOf } = await openAccount()
      const other = await addMember(accountId, 'viewer')
      const [currentSession, otherSession, third, foreign] = [
        await session(owner),
        await session(owner),
        await session(owner),
        await session(other),
      ]
      const context = { ...contextOf(owner), sessionId: currentSession }
      const { items } = await sessionHandlers['sessions.list']({}, context)
      const handleOf = async (id: string) => {
        const listed = await sessionHandlers['sessions.list']({}, { ...contextOf(owner), sessionId: id })
        return listed.items.find(({ is_current }) => is_current)?.id ?? ''
      }
      expect(items).toHaveLength(3)
      // No page receives the id of a session, which is the secret of its cookie.
      for (const id of [currentSession, otherSession, third]) expect(JSON.stringify(items)).not.toContain(id)
      expect(items.filter(({ is_current }) => is_current)).toHaveLength(1)
      await expect(
        sessionHandlers['sessions.end']({ params: { id: foreign.slice(0, 22) } }, context),
      ).rejects.toMatchObject({
        status: 404,
      })
      await sessionHandlers['sessions.end']({ params: { id: await handleOf(otherSession) } }, context)
      expect(await sessionHandlers['sessions.endOthers']({}, context)).toEqual({ ended: 1 })
      expect([
        await isLive(currentSession),
        await isLive(otherSession),
        await isLive(third),
        await isLive(foreign),
      ]).toEqual([true, false, false, true])
    })

    it('works in one account at a time, and only as a member', async () => {
      const [one, other, third] = [await openAccount(), await openAccount(), await openAccount()]
      const person = await addMember(one.accountId, 'viewer')
      const [invited] = await invite(other.contextOf(other.owner), [{ email: person.email, role: 'finance' }])
      await joinByInvitation(service.storage, {
        token: tokenOf(invited!),
        address: 'a',
        now: service.clock.now(),
        mail: noMail,
        userId: person.id,
      })
      const id = await session(person)
      const switchTo = (account_id: string) =>
        sessionHandlers['sessions.switchAccount'](
          { body: { account_id } },
          contextIn(one.accountId, person, { sessionId: id }),
        )
      await expect(switchTo(third.accountId)).rejects.toMatchObject({ status: 404 })
      await switchTo(other.accountId)
      const live = await findLiveSession(service.storage.db, id, service.clock.now().toISOString())
      expect(live).toMatchObject({ account_id: other.accountId, role: 'finance' })
      await memberHandlers['members.remove']({ params: { id: person.id } }, other.contextOf(other.owner))
      expect(await isLive(id)).toBe(false)
      // Signing in redirects to an account in which the person is still a member.
      const signIn = createSignIn(service.storage, () => service.clock.now(), pino({ level: 'silent' }))
      const result = await signIn({ email: person.email, password: PASSWORD, address: 'y' })
      if (!result.ok) throw new Error(result.reason)
      expect(
        await findLiveSession(service.storage.db, result.sessionId, service.clock.now().toISOString()),
      ).toMatchObject({
        account_id: one.accountId,
      })
    })

    it('gets a new e-mail when the link is confirmed, unless it is taken', async () => {
      const { accountId, owner } = await openAccount()
      const [email, now] = [`${crypto.randomUUID()}@example.test`, service.clock.now()]
      const { db } = service.storage
      await expect(
        profileHandlers['profile.setEmail']({ body: { email, password: PASSWORD } }, contextIn(accountId, owner)),
      ).rejects.toMatchObject({ code: 'no_mail' })
      const replacedToken = await createEmailLink(db, { userId: owner.id, email: 'inny@example.test' }, now)
      const token = await createEmailLink(db, { userId: owner.id, email }, now)
      expect((await readEmailLink(db, replacedToken, now)).state).toBe('unknown')
      expect((await findUser(db, owner.id))?.email).toBe(owner.email)
      expect((await confirmEmail(service.storage, { token, address: 'a' }, now)).state).toBe('ready')
      expect((await confirmEmail(service.storage, { token, address: 'a' }, now)).state).toBe('used')
      expect((await findUser(db, owner.id))?.email).toBe(email)
      expect(await actionsOf(accountId)).toEqual(['profile.setEmail'])
      const takenToken = await createEmailLink(
        db,
        { userId: owner.id, email: (await addMember(accountId, 'viewer')).email },
        now,
      )
      expect((await confirmEmail(service.storage, { token: takenToken, address: 'a' }, now)).state).toBe('taken')
    })
  })

  describe('account settings', () => {
    const update = (context: PanelContext, body: PanelParsed<'accountSettings.update'>['body']) =>
      accountSettingsHandlers['accountSettings.update']({ body }, context)

    it('are recorded in the audit log with their former values, and only if they change', async () => {
      const { accountId, owner, contextOf } = await openAccount()
      await update(contextOf(owner), { session_idle_minutes: 30, spending_roles: ['owner', 'finance', 'owner'] })
      await update(contextOf(owner), { session_idle_minutes: 30 })
      const read = await accountSettingsHandlers['accountSettings.read']({}, contextOf(owner))
      expect(read).toMatchObject({ session_idle_minutes: 30, spending_roles: ['finance', 'owner'], event_months: null })
      const entries = await listEntriesAfter(service.storage.db, accountId, { number: 0, limit: 10 })
      expect(entries).toHaveLength(1)
      expect(JSON.parse(entries[0]?.before ?? '')).toEqual({ session_idle_minutes: null, spending_roles: null })
    })

    it("show the operator's default if the owner has chosen nothing, and audit the effective value", async () => {
      const { accountId, owner, contextOf } = await openAccount()
      await writeRetentionDefaults(service.storage.db, { ...UNLIMITED_TERMS, event_months: 24 })
      const read = () => accountSettingsHandlers['accountSettings.read']({}, contextOf(owner))
      expect(await read()).toMatchObject({
        event_months: null,
        kept_by_default: { ...UNLIMITED_TERMS, event_months: 24 },
      })
      await update(contextOf(owner), { event_months: UNLIMITED_RETENTION })
      await update(contextOf(owner), { event_months: 6 })
      await update(contextOf(owner), { event_months: null })
      await writeRetentionDefaults(service.storage.db, UNLIMITED_TERMS)
      const entries = await listEntriesAfter(service.storage.db, accountId, { number: 0, limit: 10 })
      expect(entries.map(({ before, after }) => `${before} ${after}`)).toEqual([
        '{"event_months":24} {"event_months":null}',
        '{"event_months":null} {"event_months":6}',
        '{"event_months":6} {"event_months":24}',
      ])
    })

    it('end an idle session as soon as they are saved', async () => {
      const { owner, contextOf } = await openAccount()
      const id = await session(owner)
      service.clock.advance(20 * 60_000)
      const resume = (idleMs?: number) =>
        resumeSession(service.storage.db, id, { now: service.clock.now(), ...(idleMs && { idleMs }) })
      await update(contextOf(owner), { session_idle_minutes: 15 })
      expect(await resume()).toBeUndefined()
      await update(contextOf(owner), { session_idle_minutes: null })
      expect(await resume(10 * 60_000)).toBeUndefined()
      expect(await resume()).toBeDefined()
    })

    it('require a second factor only if the owner has one', async () => {
      const { owner, contextOf } = await openAccount()
      const require = (required: boolean) =>
        accountSettingsHandlers['accountSettings.requireSecondFactor']({ body: { required } }, contextOf(owner))
      await expect(require(true)).rejects.toMatchObject({ code: 'conflict' })
      const app = {
        user_id: owner.id,
        sealed_secret: 'x',
        created_at: service.clock.now().toISOString(),
        last_used_at: null,
        last_step: 0,
      }
      await service.storage.db
        .insertInto('authenticator_apps')
        .values({ ...app, confirmed_at: null })
        .execute()
      await expect(require(true)).rejects.toMatchObject({ code: 'conflict' })
      await service.storage.db
        .updateTable('authenticator_apps')
        .set({ confirmed_at: app.created_at })
        .where('user_id', '=', owner.id)
        .execute()
      await require(true)
      const read = () => accountSettingsHandlers['accountSettings.read']({}, contextOf(owner))
      expect((await read()).second_factor_required_at).toBe(service.clock.now().toISOString())
      await require(false)
      expect((await read()).second_factor_required_at).toBeNull()
    })
  })
})
