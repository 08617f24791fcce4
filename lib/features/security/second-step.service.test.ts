import { Secret, TOTP } from 'otpauth'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { hashPassword } from '@/lib/features/auth/passwords'
import { createSignIn } from '@/lib/features/auth/sign-in'
import { findLiveSession } from '@/lib/features/auth/statements/sessions'
import { secretsOf } from '@/lib/testing/panel-context'
import { makeMember } from '@/lib/testing/people'
import { engines, startTestService, type TestService } from '@/lib/testing/service'

import { newAppSecret } from './authenticator-app'
import { LOCK_MS, MAX_FAILURES } from './code-attempts'
import type { FactorChange } from './factor-mail'
import { sealAppSecret } from './factors'
import { saveRecoveryCodes, makeRecoveryCodes } from './recovery-codes'
import { finishSecondStep, STEP_LIFETIME_MS, STEP_TRIES } from './second-step'
import { confirmAuthenticatorApp, putAuthenticatorApp } from './statements/authenticator-apps'
import { findProofFailures } from './statements/proof-failures'
import { countRecoveryCodes } from './statements/recovery-codes'

const PASSWORD = 'a password for tests'
const SECRETS = secretsOf('a secret of the panel')
const STEP_MS = 30_000
const from = { address: 'a', device: 'test' }

describe.each(engines)('the second step on %s', (engine) => {
  let service: TestService
  let passwordHash = ''
  const notifications: FactorChange[] = []
  beforeAll(async () => {
    service = await startTestService({ engine })
    passwordHash = await hashPassword(PASSWORD)
  })
  afterAll(() => service.stop())

  const now = () => service.clock.now()
  const deps = () => ({
    storage: service.storage,
    secrets: SECRETS,
    notify: (_: string, change: FactorChange) => notifications.push(change),
  })

  /** Creates a person with a confirmed app whose first code is unused. */
  async function makePerson() {
    const { accountId } = await service.createAccount()
    const person = await makeMember(service.storage, { accountId, passwordHash })
    const secret = newAppSecret()
    const sealedSecret = sealAppSecret(SECRETS, person.id, secret)
    await putAuthenticatorApp(service.storage.db, { userId: person.id, sealedSecret, at: now().toISOString() })
    await confirmAuthenticatorApp(service.storage.db, sealedSecret, {
      userId: person.id,
      step: 1,
      at: now().toISOString(),
    })
    const totp = new TOTP({ secret: Secret.fromBase32(secret) })
    return { ...person, secret, codeAt: (ms = 0) => totp.generate({ timestamp: now().getTime() + ms }) }
  }
  type Person = Awaited<ReturnType<typeof makePerson>>

  async function enterPassword({ email }: Pick<Person, 'email'>) {
    const signIn = createSignIn(service.storage, now, pino({ level: 'silent' }))
    const result = await signIn({ email, password: PASSWORD, ...from })
    if (result.ok || result.reason !== 'second_step') throw new Error('the password was enough without a second step')
    return result.step.challengeId
  }
  const answer = (challengeId: string, code: string) =>
    finishSecondStep(deps(), { challengeId, proof: { code }, from }, now())
  /** Returns a code that matches no near step. */
  const wrongFor = (person: Person) => {
    const near = new Set([-2, -1, 0, 1, 2].map((steps) => person.codeAt(steps * STEP_MS)))
    return ['000000', '000001', '000002', '000003', '000004', '000005'].find((code) => !near.has(code)) ?? ''
  }
  const sessionOf = (id: string) => findLiveSession(service.storage.db, id, now().toISOString())

  it('follows the password of a user with an app, and starts a session with a second factor', async () => {
    const person = await makePerson()
    const result = await answer(await enterPassword(person), person.codeAt())
    expect(result).toMatchObject({ ok: true })
    const session = result.ok ? await sessionOf(result.sessionId) : undefined
    expect(session).toMatchObject({ user_id: person.id, second_factor: 1, method: 'password' })
  })

  it('accepts a code once, even in parallel, and no code of an earlier step afterwards', async () => {
    const person = await makePerson()
    const challenges = [await enterPassword(person), await enterPassword(person), await enterPassword(person)]
    const code = person.codeAt()
    const results = await Promise.all(challenges.map((id) => answer(id, code)))
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await answer(await enterPassword(person), code)).toMatchObject({ ok: false, reason: 'wrong' })
    expect(await answer(await enterPassword(person), person.codeAt(-STEP_MS))).toMatchObject({ reason: 'wrong' })
    service.clock.advance(STEP_MS)
    expect(await answer(await enterPassword(person), person.codeAt())).toMatchObject({ ok: true })
  })

  it('ends after five tries, even in parallel, and after five minutes', async () => {
    const person = await makePerson()
    const challenge = await enterPassword(person)
    const wrong = wrongFor(person)
    const results = await Promise.all(Array.from({ length: STEP_TRIES + 3 }, () => answer(challenge, wrong)))
    const reasons = results.map((result) => (result.ok ? 'ok' : result.reason)).sort()
    expect(reasons).toEqual(['over', 'over', 'over', 'over', 'wrong', 'wrong', 'wrong', 'wrong'])
    const proofFailures = await findProofFailures(service.storage.db, { user_id: person.id, kind: 'code' })
    expect(proofFailures?.failures, 'other guesses were not checked').toBe(STEP_TRIES)
    expect(await answer(challenge, person.codeAt())).toEqual({ ok: false, reason: 'over' })
    const expiredChallenge = await enterPassword(person)
    service.clock.advance(STEP_LIFETIME_MS)
    expect(await answer(expiredChallenge, person.codeAt())).toEqual({ ok: false, reason: 'over' })
  })

  it('is locked for 15 minutes after ten wrong codes in a row, which ends the challenge but does not lock the password', async () => {
    const person = await makePerson()
    const wrong = wrongFor(person)
    const spare = await enterPassword(person)
    for (let tried = 0; tried < MAX_FAILURES; tried += 1) {
      expect(await answer(await enterPassword(person), wrong)).toMatchObject({ reason: 'wrong' })
    }
    const wait = { ok: false, reason: 'wait', retryAfterS: LOCK_MS / 1000 }
    expect(await answer(spare, person.codeAt())).toEqual(wait)
    service.clock.advance(LOCK_MS - 1000)
    expect(await answer(await enterPassword(person), person.codeAt())).toEqual({ ...wait, retryAfterS: 1 })
    service.clock.advance(1000)
    expect(await answer(spare, person.codeAt())).toEqual({ ok: false, reason: 'over' })
    expect(await answer(await enterPassword(person), person.codeAt())).toMatchObject({ ok: true })
  })

  it('checks only ten guesses when many challenges are answered in parallel', async () => {
    const person = await makePerson()
    const challenges = []
    for (let n = 0; n < MAX_FAILURES + 5; n += 1) challenges.push(await enterPassword(person))
    const wrong = wrongFor(person)
    const results = await Promise.all(challenges.map((id) => answer(id, wrong)))
    const checkedGuesses = results.filter((result) => !result.ok && result.reason === 'wrong')
    expect(checkedGuesses).toHaveLength(MAX_FAILURES)
  })

  it('resets the count of wrong codes after a right one', async () => {
    const person = await makePerson()
    const wrong = wrongFor(person)
    for (let round = 0; round < 3; round += 1) {
      for (let tried = 0; tried < MAX_FAILURES - 1; tried += 1) await answer(await enterPassword(person), wrong)
      expect(await answer(await enterPassword(person), person.codeAt())).toMatchObject({ ok: true })
      service.clock.advance(STEP_MS)
    }
  })

  it('accepts a recovery code once, in any spelling, and notifies the user', async () => {
    const person = await makePerson()
    const recoveryCodes = await makeRecoveryCodes()
    await saveRecoveryCodes(service.storage.db, person.id, recoveryCodes)
    const code = recoveryCodes.codes[6] ?? ''
    const challenges = [await enterPassword(person), await enterPassword(person)]
    notifications.length = 0
    const results = await Promise.all(challenges.map((id) => answer(id, code.toLowerCase().replaceAll('-', ' '))))
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    expect(notifications).toEqual(['codeUsed'])
    expect(await countRecoveryCodes(service.storage.db, person.id)).toEqual({ made: 10, left: 9 })
    const renewedCodes = await makeRecoveryCodes()
    await saveRecoveryCodes(service.storage.db, person.id, renewedCodes)
    expect(await answer(await enterPassword(person), recoveryCodes.codes[1] ?? '')).toMatchObject({ reason: 'wrong' })
    expect(await answer(await enterPassword(person), renewedCodes.codes[1] ?? '')).toMatchObject({ ok: true })
  })

  it('opens an app secret that was sealed under the previous panel secret', async () => {
    const person = await makePerson()
    const rotated = { current: () => 'new', all: () => ['new', ...SECRETS.all()], reload: () => undefined }
    const proof = { code: person.codeAt() }
    const challengeId = await enterPassword(person)
    const result = await finishSecondStep({ ...deps(), secrets: rotated }, { challengeId, proof, from }, now())
    expect(result).toMatchObject({ ok: true })
  })

  it('opens an app secret only for its own user', async () => {
    const [person, other] = [await makePerson(), await makePerson()]
    const { sealed_secret } = await service.storage.db
      .selectFrom('authenticator_apps')
      .select('sealed_secret')
      .where('user_id', '=', person.id)
      .executeTakeFirstOrThrow()
    expect(sealed_secret).not.toContain(person.secret)
    await service.storage.db
      .updateTable('authenticator_apps')
      .set({ sealed_secret })
      .where('user_id', '=', other.id)
      .execute()
    expect(await answer(await enterPassword(other), person.codeAt())).toMatchObject({ reason: 'wrong' })
  })
})
