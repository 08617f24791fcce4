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

describe.each(engines)('the second factor of the signed-in person on %s', (engine) => {
  let at: TestService
  let smtp: TestSmtp
  let passwordHash = ''
  beforeAll(async () => {
    at = await startTestService({ engine })
    smtp = await startSmtp()
    passwordHash = await hashPassword(PASSWORD)
  })
  afterAll(async () => {
    await smtp.stop()
    await at.stop()
  })

  type Person = Awaited<ReturnType<typeof makePerson>>
  async function makePerson(accountId?: string, role: Role = 'owner') {
    const account = accountId ?? (await at.createAccount()).accountId
    const member = await makeMember(at.storage, { accountId: account, role, passwordHash })
    const input = { userId: member.id, accountId: account, method: 'password', address: 'a', device: '' } as const
    const sessionId = await startSession(at.storage.db, { ...input, secondFactor: false }, at.clock.now())
    return { ...member, sessionId }
  }

  /** Makes a call like the HTTP entry point; the person continues in the session that the answer started. */
  const askAs =
    (person: Person, more: Partial<PanelContext>) =>
    async <N extends PanelOperationName>(name: N, input: PanelParsed<N>) => {
      const live = await sessionOf(person.sessionId)
      const context = panelContext(at, person.account_id, {
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
  const ask = <N extends PanelOperationName>(person: Person, name: N, input: PanelParsed<N>) =>
    askAs(person, {})(name, input)

  const sessionOf = (id: string) => findLiveSession(at.storage.db, id, at.clock.now().toISOString())
  const actionsOf = async (accountId: string) =>
    (await listEntriesAfter(at.storage.db, accountId, { number: 0, limit: 100 })).map(({ action }) => action)

  async function addApp(person: Person) {
    const { secret } = await ask(person, 'secondFactor.startApp', {})
    const totp = new TOTP({ secret: Secret.fromBase32(secret) })
    const codeAt = (ms = 0) => totp.generate({ timestamp: at.clock.now().getTime() + ms })
    const { recovery_codes: codes } = await ask(person, 'secondFactor.confirmApp', { body: { code: codeAt() } })
    return { secret, codeAt, codes: codes ?? [] }
  }

  it('counts once its app is confirmed by a code, and the session goes on as another that showed it', async () => {
    const person = await makePerson()
    const first = person.sessionId
    const { secret, uri, qr_svg } = await ask(person, 'secondFactor.startApp', {})
    expect(uri).toContain(secret)
    expect(qr_svg).toMatch(/^<svg/)
    expect(await hasSecondFactor(at.storage.db, person.id)).toBe(false)
    const wrong = ask(person, 'secondFactor.confirmApp', { body: { code: '000000' } })
    await expect(wrong).rejects.toMatchObject({ code: 'proof_wrong' })
    const { codes } = await addApp(person)
    expect(codes).toHaveLength(10)
    expect(await hasSecondFactor(at.storage.db, person.id)).toBe(true)
    expect(person.sessionId).not.toBe(first)
    expect(await sessionOf(first)).toBeUndefined()
    expect(await sessionOf(person.sessionId)).toMatchObject({ second_factor: 1 })
    await expect(ask(person, 'secondFactor.startApp', {})).rejects.toMatchObject({ code: 'second_factor_known' })
    const state = await ask(person, 'secondFactor.get', {})
    expect(state).toMatchObject({ recovery_codes: { made: 10, left: 10 }, is_shown: true })
    expect(JSON.stringify(state)).not.toContain(secret)
    expect(await actionsOf(person.account_id)).toEqual(['secondFactor.addApp'])
  })

  it('one of several confirmations that come together counts', async () => {
    const person = await makePerson()
    const { secret } = await ask(person, 'secondFactor.startApp', {})
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.clock.now().getTime() })
    const confirm = () => ask(person, 'secondFactor.confirmApp', { body: { code } })
    const results = await Promise.allSettled([confirm(), confirm(), confirm()])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await actionsOf(person.account_id)).toEqual(['secondFactor.addApp'])
  })

  it('a proof by password, code or recovery code makes another session, proved now; by a code it shows the factor', async () => {
    const person = await makePerson()
    at.clock.advance(20 * 60_000)
    const before = person.sessionId
    await ask(person, 'proof.give', { body: { by: 'password', password: PASSWORD } })
    expect(await sessionOf(before)).toBeUndefined()
    const proved = await sessionOf(person.sessionId)
    expect(proved).toMatchObject({ proved_at: at.clock.now().toISOString(), second_factor: 0 })
    const { codeAt, codes } = await addApp(person)
    await at.storage.db.updateTable('sessions').set({ second_factor: 0 }).where('id', '=', person.sessionId).execute()
    at.clock.advance(STEP_MS)
    const code = codeAt()
    await ask(person, 'proof.give', { body: { by: 'code', code } })
    expect(await sessionOf(person.sessionId)).toMatchObject({ second_factor: 1, created_at: proved?.created_at })
    const again = ask(person, 'proof.give', { body: { by: 'code', code } })
    await expect(again).rejects.toMatchObject({ code: 'proof_wrong' })
    await ask(person, 'proof.give', { body: { by: 'code', code: codes[3] ?? '' } })
    expect(await actionsOf(person.account_id)).toEqual([
      'proof.give',
      'secondFactor.addApp',
      'proof.give',
      'proof.refuse',
      'proof.give',
    ])
  })

  it('proofs are guessed ten times, passwords and codes apart, and the session goes on meanwhile', async () => {
    const person = await makePerson()
    const { codeAt } = await addApp(person)
    const guess = () => ask(person, 'proof.give', { body: { by: 'password', password: 'wrong' } })
    const guesses = await Promise.allSettled(Array.from({ length: MAX_FAILURES + 3 }, guess))
    const looked = guesses.filter((each) => each.status === 'rejected' && String(each.reason).includes('not right'))
    expect(looked).toHaveLength(MAX_FAILURES)
    const right = ask(person, 'proof.give', { body: { by: 'password', password: PASSWORD } })
    await expect(right).rejects.toMatchObject({ code: 'rate_limited', headers: { 'retry-after': '900' } })
    expect(await sessionOf(person.sessionId)).toBeDefined()
    at.clock.advance(STEP_MS)
    await ask(person, 'proof.give', { body: { by: 'code', code: codeAt() } })
  })

  it('a parallel proof renews a session once', async () => {
    const person = await makePerson()
    const body = { by: 'password', password: PASSWORD } as const
    const give = () => askAs(person, { continueIn: () => undefined })('proof.give', { body })
    const results = await Promise.allSettled([give(), give()])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(results.find((each) => each.status === 'rejected')).toMatchObject({ reason: { code: 'session_expired' } })
  })

  it('with the last factor go the recovery codes, and no session has shown one any more', async () => {
    const person = await makePerson()
    await addApp(person)
    await ask(person, 'secondFactor.removeApp', {})
    expect(await ask(person, 'secondFactor.get', {})).toMatchObject({
      app: null,
      recovery_codes: { made: 0, left: 0 },
      is_shown: false,
    })
    await ask(person, 'secondFactor.removeApp', {})
    const renewed = ask(person, 'secondFactor.renewRecoveryCodes', {})
    await expect(renewed).rejects.toMatchObject({ code: 'not_found' })
    expect(await actionsOf(person.account_id)).toEqual(['secondFactor.addApp', 'secondFactor.removeApp'])
  })

  it('the only owner of an account that requires one keeps it; of two either may go', async () => {
    const owner = await makePerson()
    await addApp(owner)
    await updateAccountSettings(asAccountTx(at.storage.db), owner.account_id, {
      second_factor_required_at: '2026-01-01T00:00:00.000Z',
    })
    const refused = ask(owner, 'secondFactor.removeApp', {})
    await expect(refused).rejects.toMatchObject({ code: 'second_factor_kept' })
    expect(await hasSecondFactor(at.storage.db, owner.id)).toBe(true)
    await makePerson(owner.account_id)
    await ask(owner, 'secondFactor.removeApp', {})
    expect(await hasSecondFactor(at.storage.db, owner.id)).toBe(false)
  })

  it('an owner takes it off a colleague, whose sessions end and who is told', async () => {
    const mail = createMailService(
      { smtp: { url: smtp.url, from: { name: '', address: 'panel@example.test' } }, panelUrl: undefined },
      () => 's',
    )
    const owner = await makePerson()
    const colleague = await makePerson(owner.account_id, 'viewer')
    await addApp(colleague)
    smtp.mails.length = 0
    await askAs(owner, { mail })('members.resetSecondFactor', { params: { id: colleague.id } })
    expect(await hasSecondFactor(at.storage.db, colleague.id)).toBe(false)
    expect(await sessionOf(colleague.sessionId)).toBeUndefined()
    expect(await actionsOf(owner.account_id)).toEqual(['secondFactor.addApp', 'members.resetSecondFactor'])
    await expect.poll(() => smtp.mails.length).toBe(1)
    const [sent] = smtp.mails
    expect(sent?.to).toEqual([colleague.email])
    expect(sent && readMail(sent).text).toContain('usunął Twoją weryfikację dwuetapową')
  })

  it('nobody takes it off a person of other accounts, a stranger, or oneself', async () => {
    const [owner, stranger] = [await makePerson(), await makePerson()]
    const colleague = await makePerson(owner.account_id, 'viewer')
    await addApp(colleague)
    const reset = (id: string) => ask(owner, 'members.resetSecondFactor', { params: { id } })
    await expect(reset(owner.id)).rejects.toMatchObject({ code: 'conflict' })
    await expect(reset(stranger.id)).rejects.toMatchObject({ code: 'not_found' })
    const elsewhere = { account_id: stranger.account_id, user_id: colleague.id, role: 'viewer' } as const
    const row = { ...elsewhere, created_at: at.clock.now().toISOString(), disabled_at: null, last_seen_at: null }
    await insertMember(asAccountTx(at.storage.db), row)
    await expect(reset(colleague.id)).rejects.toMatchObject({ code: 'other_accounts' })
    expect(await hasSecondFactor(at.storage.db, colleague.id)).toBe(true)
    expect(await sessionOf(colleague.sessionId)).toBeDefined()
  })

  it('a change stands in the log of every account of the person', async () => {
    const [person, other] = [await makePerson(), await makePerson()]
    const membership = { account_id: other.account_id, user_id: person.id, role: 'viewer' } as const
    const row = { ...membership, created_at: at.clock.now().toISOString(), disabled_at: null, last_seen_at: null }
    await insertMember(asAccountTx(at.storage.db), row)
    await addApp(person)
    expect(await actionsOf(person.account_id)).toEqual(['secondFactor.addApp'])
    expect(await actionsOf(other.account_id)).toEqual(['secondFactor.addApp'])
  })
})
