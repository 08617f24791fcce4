import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { Role } from '@/lib/domain/roles'
import { updateAccountSettings } from '@/lib/features/account-settings/statements'
import { listEntriesAfter } from '@/lib/features/audit/statements/audit'
import { hashPassword } from '@/lib/features/auth/passwords'
import { startSession } from '@/lib/features/auth/sessions'
import { findLiveSession } from '@/lib/features/auth/statements/sessions'
import type { PanelOperationName, PanelParsed } from '@/lib/features/contract'
import { panelHandlers } from '@/lib/features/handlers'
import { insertMember } from '@/lib/features/members/statements/members'
import type { PanelContext } from '@/lib/panel/context'
import { createMailService } from '@/lib/panel/mail/mailer'
import { asAccountTx } from '@/lib/testing/as-account-tx'
import { readMail, startSmtp, type TestSmtp } from '@/lib/testing/delivery/smtp'
import { panelContext } from '@/lib/testing/panel-context'
import { makeMember } from '@/lib/testing/people'
import { engines, startTestService, type TestService } from '@/lib/testing/service'

import { MAX_FAILURES } from './code-attempts'
import { hasSecondFactor } from './factors'

const PASSWORD = 'a password for tests'
const STEP_MS = 30_000

describe.each(engines)('the second factor of the signed-in user on %s', (engine) => {
  let service: TestService
  let smtp: TestSmtp
  let passwordHash = ''
  beforeAll(async () => {
    service = await startTestService({ engine })
    smtp = await startSmtp()
    passwordHash = await hashPassword(PASSWORD)
  })
  afterAll(async () => {
    await smtp.stop()
    await service.stop()
  })

  type Person = Awaited<ReturnType<typeof makePerson>>
  async function makePerson(accountId?: string, role: Role = 'owner') {
    const account = accountId ?? (await service.createAccount()).accountId
    const member = await makeMember(service.storage, { accountId: account, role, passwordHash })
    const input = { userId: member.id, accountId: account, method: 'password', address: 'a', device: '' } as const
    const sessionId = await startSession(service.storage.db, { ...input, secondFactor: false }, service.clock.now())
    return { ...member, sessionId }
  }

  /** Makes a call like the HTTP entry point; the person continues in the session that the answer started. */
  const callOperationAs =
    (person: Person, more: Partial<PanelContext>) =>
    async <N extends PanelOperationName>(name: N, input: PanelParsed<N>) => {
      const live = await sessionOf(person.sessionId)
      const context = panelContext(service, person.account_id, {
        user: { id: person.id, email: person.email, role: person.role },
        sessionId: person.sessionId,
        session: {
          hasSecondFactor: live?.second_factor === 1,
          secondFactorRequiredAt: live?.second_factor_required_at ?? null,
        },
        continueIn: (id) => {
          person.sessionId = id
        },
        ...more,
      })
      return panelHandlers[name](input, context)
    }
  const callOperation = <N extends PanelOperationName>(person: Person, name: N, input: PanelParsed<N>) =>
    callOperationAs(person, {})(name, input)

  const sessionOf = (id: string) => findLiveSession(service.storage.db, id, service.clock.now().toISOString())
  const actionsOf = async (accountId: string) =>
    (await listEntriesAfter(service.storage.db, accountId, { number: 0, limit: 100 })).map(({ action }) => action)

  async function addApp(person: Person) {
    const { secret } = await callOperation(person, 'secondFactor.startApp', {})
    const totp = new TOTP({ secret: Secret.fromBase32(secret) })
    const codeAt = (ms = 0) => totp.generate({ timestamp: service.clock.now().getTime() + ms })
    const { recovery_codes: codes } = await callOperation(person, 'secondFactor.confirmApp', {
      body: { code: codeAt() },
    })
    return { secret, codeAt, codes: codes ?? [] }
  }

  it('becomes active once its app is confirmed by a code, in a new session with the second factor', async () => {
    const person = await makePerson()
    const first = person.sessionId
    const { secret, uri, qr_svg } = await callOperation(person, 'secondFactor.startApp', {})
    expect(uri).toContain(secret)
    expect(qr_svg).toMatch(/^<svg/)
    expect(await hasSecondFactor(service.storage.db, person.id)).toBe(false)
    const wrong = callOperation(person, 'secondFactor.confirmApp', { body: { code: '000000' } })
    await expect(wrong).rejects.toMatchObject({ code: 'proof_wrong' })
    const { codes } = await addApp(person)
    expect(codes).toHaveLength(10)
    expect(await hasSecondFactor(service.storage.db, person.id)).toBe(true)
    expect(person.sessionId).not.toBe(first)
    expect(await sessionOf(first)).toBeUndefined()
    expect(await sessionOf(person.sessionId)).toMatchObject({ second_factor: 1 })
    await expect(callOperation(person, 'secondFactor.startApp', {})).rejects.toMatchObject({
      code: 'second_factor_known',
    })
    const state = await callOperation(person, 'secondFactor.get', {})
    expect(state).toMatchObject({ recovery_codes: { made: 10, left: 10 }, is_shown: true })
    expect(JSON.stringify(state)).not.toContain(secret)
    expect(await actionsOf(person.account_id)).toEqual(['secondFactor.addApp'])
  })

  it('is confirmed once when several confirmations arrive together', async () => {
    const person = await makePerson()
    const { secret } = await callOperation(person, 'secondFactor.startApp', {})
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: service.clock.now().getTime() })
    const confirm = () => callOperation(person, 'secondFactor.confirmApp', { body: { code } })
    const results = await Promise.allSettled([confirm(), confirm(), confirm()])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await actionsOf(person.account_id)).toEqual(['secondFactor.addApp'])
  })

  it('accepts a proof by password, code or recovery code, which starts a new session; a code counts as second factor', async () => {
    const person = await makePerson()
    service.clock.advance(20 * 60_000)
    const before = person.sessionId
    await callOperation(person, 'proof.give', { body: { by: 'password', password: PASSWORD } })
    expect(await sessionOf(before)).toBeUndefined()
    const proved = await sessionOf(person.sessionId)
    expect(proved).toMatchObject({ proved_at: service.clock.now().toISOString(), second_factor: 0 })
    const { codeAt, codes } = await addApp(person)
    await service.storage.db
      .updateTable('sessions')
      .set({ second_factor: 0 })
      .where('id', '=', person.sessionId)
      .execute()
    service.clock.advance(STEP_MS)
    const code = codeAt()
    await callOperation(person, 'proof.give', { body: { by: 'code', code } })
    expect(await sessionOf(person.sessionId)).toMatchObject({ second_factor: 1, created_at: proved?.created_at })
    const repeated = callOperation(person, 'proof.give', { body: { by: 'code', code } })
    await expect(repeated).rejects.toMatchObject({ code: 'proof_wrong' })
    await callOperation(person, 'proof.give', { body: { by: 'code', code: codes[3] ?? '' } })
    expect(await actionsOf(person.account_id)).toEqual([
      'proof.give',
      'secondFactor.addApp',
      'proof.give',
      'proof.refuse',
      'proof.give',
    ])
  })

  it('allows ten wrong proofs, counted separately for passwords and codes, and keeps the session alive', async () => {
    const person = await makePerson()
    const { codeAt } = await addApp(person)
    const guess = () => callOperation(person, 'proof.give', { body: { by: 'password', password: 'wrong' } })
    const guesses = await Promise.allSettled(Array.from({ length: MAX_FAILURES + 3 }, guess))
    const checkedGuesses = guesses.filter(
      (each) => each.status === 'rejected' && String(each.reason).includes('The proof is wrong'),
    )
    expect(checkedGuesses).toHaveLength(MAX_FAILURES)
    const right = callOperation(person, 'proof.give', { body: { by: 'password', password: PASSWORD } })
    await expect(right).rejects.toMatchObject({ code: 'rate_limited', headers: { 'retry-after': '900' } })
    expect(await sessionOf(person.sessionId)).toBeDefined()
    service.clock.advance(STEP_MS)
    await callOperation(person, 'proof.give', { body: { by: 'code', code: codeAt() } })
  })

  it('renews the session once when two proofs arrive together', async () => {
    const person = await makePerson()
    const body = { by: 'password', password: PASSWORD } as const
    const give = () => callOperationAs(person, { continueIn: () => undefined })('proof.give', { body })
    const results = await Promise.allSettled([give(), give()])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(results.find((each) => each.status === 'rejected')).toMatchObject({ reason: { code: 'session_expired' } })
  })

  it('loses its recovery codes with the last factor, and the session no longer has a second factor', async () => {
    const person = await makePerson()
    await addApp(person)
    await callOperation(person, 'secondFactor.removeApp', {})
    expect(await callOperation(person, 'secondFactor.get', {})).toMatchObject({
      app: null,
      recovery_codes: { made: 0, left: 0 },
      is_shown: false,
    })
    await callOperation(person, 'secondFactor.removeApp', {})
    const renewed = callOperation(person, 'secondFactor.renewRecoveryCodes', {})
    await expect(renewed).rejects.toMatchObject({ code: 'not_found' })
    expect(await actionsOf(person.account_id)).toEqual(['secondFactor.addApp', 'secondFactor.removeApp'])
  })

  it('cannot be removed by the only owner of an account that requires one, but by one of two owners', async () => {
    const owner = await makePerson()
    await addApp(owner)
    await updateAccountSettings(asAccountTx(service.storage.db), owner.account_id, {
      second_factor_required_at: '2026-01-01T00:00:00.000Z',
    })
    const refused = callOperation(owner, 'secondFactor.removeApp', {})
    await expect(refused).rejects.toMatchObject({ code: 'second_factor_kept' })
    expect(await hasSecondFactor(service.storage.db, owner.id)).toBe(true)
    await makePerson(owner.account_id)
    await callOperation(owner, 'secondFactor.removeApp', {})
    expect(await hasSecondFactor(service.storage.db, owner.id)).toBe(false)
  })

  it('can be reset by an owner for a member, which ends the member’s sessions and sends an e-mail', async () => {
    const mail = createMailService(
      { smtp: { url: smtp.url, from: { name: '', address: 'panel@example.test' } }, panelUrl: undefined },
      () => 's',
    )
    const owner = await makePerson()
    const colleague = await makePerson(owner.account_id, 'viewer')
    await addApp(colleague)
    smtp.mails.length = 0
    await callOperationAs(owner, { mail })('members.resetSecondFactor', { params: { id: colleague.id } })
    expect(await hasSecondFactor(service.storage.db, colleague.id)).toBe(false)
    expect(await sessionOf(colleague.sessionId)).toBeUndefined()
    expect(await actionsOf(owner.account_id)).toEqual(['secondFactor.addApp', 'members.resetSecondFactor'])
    await expect.poll(() => smtp.mails.length).toBe(1)
    const [sent] = smtp.mails
    expect(sent?.to).toEqual([colleague.email])
    expect(sent && readMail(sent).text).toContain('usunął Twoją weryfikację dwuetapową')
  })

  it('cannot be reset by an owner for a member of other accounts, for a non-member, or for themselves', async () => {
    const [owner, stranger] = [await makePerson(), await makePerson()]
    const colleague = await makePerson(owner.account_id, 'viewer')
    await addApp(colleague)
    const reset = (id: string) => callOperation(owner, 'members.resetSecondFactor', { params: { id } })
    await expect(reset(owner.id)).rejects.toMatchObject({ code: 'conflict' })
    await expect(reset(stranger.id)).rejects.toMatchObject({ code: 'not_found' })
    const elsewhere = { account_id: stranger.account_id, user_id: colleague.id, role: 'viewer' } as const
    const row = { ...elsewhere, created_at: service.clock.now().toISOString(), disabled_at: null, last_seen_at: null }
    await insertMember(asAccountTx(service.storage.db), row)
    await expect(reset(colleague.id)).rejects.toMatchObject({ code: 'other_accounts' })
    expect(await hasSecondFactor(service.storage.db, colleague.id)).toBe(true)
    expect(await sessionOf(colleague.sessionId)).toBeDefined()
  })

  it('records a change in the audit log of every account of the user', async () => {
    const [person, other] = [await makePerson(), await makePerson()]
    const membership = { account_id: other.account_id, user_id: person.id, role: 'viewer' } as const
    const row = { ...membership, created_at: service.clock.now().toISOString(), disabled_at: null, last_seen_at: null }
    await insertMember(asAccountTx(service.storage.db), row)
    await addApp(person)
    expect(await actionsOf(person.account_id)).toEqual(['secondFactor.addApp'])
    expect(await actionsOf(other.account_id)).toEqual(['secondFactor.addApp'])
  })
})
