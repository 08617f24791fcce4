import { randomUUID } from 'node:crypto'

import { recordAuditAlone, recordInEachAccount } from '@/lib/features/audit/audit'
import { unlessFull } from '@/lib/features/auth/password-queue'
import { type NewSession, startSession } from '@/lib/features/auth/sessions'
import { inAccountsOf, listAccountsOf } from '@/lib/features/members/statements/members'
import { findUser } from '@/lib/features/members/statements/users'
import type { UserTable } from '@/lib/features/members/tables'
import type { PanelSecrets } from '@/lib/panel/secrets/panel-secrets'
import type { Db, Storage } from '@/lib/storage/storage'

import { countGuess } from './code-attempts'
import type { PasskeyAnswer } from './contract/second-factor'
import type { NotifyFactorChange } from './factor-mail'
import { type CodeFactor, hasCodes, readFactors, consumeCode } from './factors'
import { checkPasskey, newPasskeyChallenge } from './passkeys'
import type { RelyingParty } from './relying-party'
import { clearProofFailures } from './statements/proof-failures'
import {
  closeSignInChallenge,
  countChallengeTry,
  findSignInChallenge,
  insertSignInChallenge,
} from './statements/sign-in-challenges'
import type { SignInChallengeTable } from './tables'

/** Time after the password within which the second step must be completed. */
export const STEP_LIFETIME_MS = 5 * 60_000
/** Number of tries for the second step; then the password is requested again. */
export const STEP_TRIES = 5

/** The means by which the second step can be completed. */
export type SecondStep = { readonly challengeId: string; readonly code: boolean; readonly passkey: boolean }

export type SecondStepDeps = {
  readonly storage: Storage
  /** Opens the sealed secrets of authenticator apps. */
  readonly secrets: PanelSecrets
  readonly notify: NotifyFactorChange
}

type SignInOrigin = Pick<NewSession, 'address' | 'device' | 'replaces'>
export type StepProof =
  | { readonly code: string }
  | { readonly passkey: PasskeyAnswer; readonly rp: RelyingParty | undefined }
export type SecondStepResult =
  | { readonly ok: true; readonly sessionId: string }
  /** `over`: the password is requested again. `passkey`: the passkey belongs to no person who may sign in. */
  | { readonly ok: false; readonly reason: 'over' | 'passkey' | 'no_account' }
  | { readonly ok: false; readonly reason: 'wrong'; readonly step: SecondStep }
  | { readonly ok: false; readonly reason: 'wait'; readonly retryAfterS: number }

/**
 * Creates a challenge instead of a session after the right password of a person with a second factor. Undefined if the
 * person has none.
 */
export async function beginSecondStep(db: Db, userId: string, now: Date): Promise<SecondStep | undefined> {
  const factors = await readFactors(db, userId)
  if (factors.app === undefined && factors.passkeys.length === 0) return undefined
  const challengeId = randomUUID()
  await insertSignInChallenge(db, {
    ...newChallenge({ id: challengeId, purpose: 'second_step', userId }, now),
    value: newPasskeyChallenge(),
  })
  return { challengeId, code: await hasCodes(db, userId, factors), passkey: factors.passkeys.length > 0 }
}

type ChallengeInput = Pick<SignInChallengeTable, 'id' | 'purpose'> & { readonly userId: string | null }

export const newChallenge = (
  { id, purpose, userId }: ChallengeInput,
  now: Date,
): Omit<SignInChallengeTable, 'value'> => ({
  id,
  purpose,
  user_id: userId,
  tries: 0,
  created_at: now.toISOString(),
  expires_at: new Date(now.getTime() + STEP_LIFETIME_MS).toISOString(),
  used_at: null,
})

const SECOND_STEP = 'second_step'

/** The person of the challenge and the value that a passkey has to sign; undefined if the challenge has ended. */
export async function findSecondStep(db: Db, challengeId: string, now: Date) {
  const found = await findSignInChallenge(db, { id: challengeId, purpose: SECOND_STEP }, now.toISOString())
  return found?.user_id ? { userId: found.user_id, challenge: found.value } : undefined
}

type SecondStepAnswer = { readonly challengeId: string; readonly proof: StepProof; readonly from: SignInOrigin }

/**
 * Verifies the second step and starts the session. A try is counted before it is verified; wrong codes also count over
 * all challenges, and a lock ends the challenge, so that guessing cannot continue in it.
 */
export async function finishSecondStep(
  deps: SecondStepDeps,
  answer: SecondStepAnswer,
  now: Date,
): Promise<SecondStepResult> {
  const { db } = deps.storage
  const id = answer.challengeId
  const tryLimit = { now: now.toISOString(), maxTries: STEP_TRIES }
  const challenge = await countChallengeTry(db, { id, purpose: SECOND_STEP }, tryLimit)
  const user = challenge?.user_id ? await findUser(db, challenge.user_id) : undefined
  if (!challenge || !user || user.disabled_at !== null) return { ok: false, reason: 'over' }
  const result = await check(deps, { user, challenge, proof: answer.proof }, now)
  if ('retryAfterS' in result) {
    await closeSignInChallenge(db, id, tryLimit.now)
    return { ok: false, reason: 'wait', ...result }
  }
  if (result.factor === undefined) {
    await recordRefusal(deps, { user, from: answer.from, now })
    return toNextStep(db, challenge, now)
  }
  if (!(await closeSignInChallenge(db, id, tryLimit.now))) return { ok: false, reason: 'over' }
  return start(deps, { user, method: 'password', factor: result.factor, from: answer.from }, now)
}

async function toNextStep(db: Db, { id, user_id, tries }: SignInChallengeTable, now: Date): Promise<SecondStepResult> {
  const isLast = tries >= STEP_TRIES
  if (isLast || user_id === null) {
    await closeSignInChallenge(db, id, now.toISOString())
    return { ok: false, reason: 'over' }
  }
  const factors = await readFactors(db, user_id)
  const code = await hasCodes(db, user_id, factors)
  return { ok: false, reason: 'wrong', step: { challengeId: id, code, passkey: factors.passkeys.length > 0 } }
}

type Factor = CodeFactor | 'passkey'
type FactorCheck = { readonly factor: Factor | undefined } | { readonly retryAfterS: number }
type FactorCheckInput = {
  readonly user: UserTable
  readonly challenge: SignInChallengeTable
  readonly proof: StepProof
}

async function check(
  deps: SecondStepDeps,
  { user, challenge, proof }: FactorCheckInput,
  now: Date,
): Promise<FactorCheck> {
  if ('code' in proof) return checkCode(deps, { userId: user.id, code: proof.code }, now)
  const { passkey, rp } = proof
  if (rp === undefined) return { factor: undefined }
  const question = { rp, challenge: challenge.value, userId: user.id }
  const { ok } = await checkPasskeyReportingCopies(deps, passkey, { question, now })
  return { factor: ok ? 'passkey' : undefined }
}

/**
 * Verifies a code of the app or a recovery code, with a limited number of guesses. The person is notified of a used
 * recovery code by e-mail.
 */
export async function checkCode(
  { storage: { db }, secrets, notify }: SecondStepDeps,
  { userId, code }: { userId: string; code: string },
  now: Date,
): Promise<{ factor: CodeFactor | undefined } | { retryAfterS: number }> {
  const guess = { user_id: userId, kind: 'code' } as const
  const retryAfterS = await countGuess(db, guess, now)
  if (retryAfterS > 0) return { retryAfterS }
  const factor = await consumeCode(db, { secrets, userId, code }, now).catch(unlessFull)
  if (typeof factor === 'object') return factor
  if (factor !== undefined) await clearProofFailures(db, guess)
  if (factor === 'recovery') notify(userId, 'codeUsed', now)
  return { factor }
}

/** Like `checkPasskey`, but refuses a passkey that may have been copied, records it and notifies the person. */
export async function checkPasskeyReportingCopies(
  { storage, notify }: SecondStepDeps,
  answer: PasskeyAnswer,
  verification: Parameters<typeof checkPasskey>[2],
): Promise<{ readonly ok: true; readonly userId: string } | { readonly ok: false }> {
  const result = await checkPasskey(storage.db, answer, verification)
  if (result.ok || result.copied === undefined) return result
  const { userId, name } = result.copied
  const user = await findUser(storage.db, userId)
  const event = { actor: user?.email ?? '', action: 'passkeys.refuse' as const, target: userId, now: verification.now }
  await inAccountsOf(storage, userId, (tx) => recordInEachAccount(tx, { ...event, after: { name } }))
  notify(userId, 'passkeyCopied', verification.now)
  return { ok: false }
}

type PasskeySignIn = {
  /** The challenge that the page received. */
  readonly challenge: string
  readonly passkey: PasskeyAnswer
  readonly rp: RelyingParty
  readonly from: SignInOrigin
}

/** Signs in by a passkey with user verification. A challenge works once and is stored only when it is used. */
export async function signInWithPasskey(
  deps: SecondStepDeps,
  input: PasskeySignIn,
  now: Date,
): Promise<SecondStepResult> {
  const { storage } = deps
  const { challenge, passkey, rp, from } = input
  const challengeRow = newChallenge({ id: challenge, purpose: 'passkey_sign_in', userId: null }, now)
  const isFirst = await insertSignInChallenge(storage.db, { ...challengeRow, value: '', used_at: now.toISOString() })
  const result = isFirst && (await checkPasskeyReportingCopies(deps, passkey, { question: { rp, challenge }, now }))
  const user = result && result.ok ? await findUser(storage.db, result.userId) : undefined
  if (!user || user.disabled_at !== null) return { ok: false, reason: 'passkey' }
  return start(deps, { user, method: 'passkey', factor: 'passkey', from }, now)
}

type SessionStart = {
  readonly user: UserTable
  readonly method: NewSession['method']
  readonly factor: Factor
  readonly from: SignInOrigin
}

async function start({ storage }: SecondStepDeps, sessionStart: SessionStart, now: Date): Promise<SecondStepResult> {
  const { user, method, factor, from } = sessionStart
  const [account] = await listAccountsOf(storage.db, user.id)
  if (!account) return { ok: false, reason: 'no_account' }
  const session = { userId: user.id, accountId: account.id, method, secondFactor: true, ...from }
  const sessionId = await startSession(storage.db, session, now)
  const event = { actor: user.email, address: from.address, now, accountId: account.id }
  await recordAuditAlone(storage, { ...event, action: 'session.start', after: { factor } })
  return { ok: true, sessionId }
}

type Refusal = { readonly user: UserTable; readonly from: SignInOrigin; readonly now: Date }

async function recordRefusal({ storage }: SecondStepDeps, { user, from, now }: Refusal): Promise<void> {
  const event = { actor: user.email, address: from.address, now, action: 'session.refuse' as const }
  await inAccountsOf(storage, user.id, (tx) => recordInEachAccount(tx, { ...event, after: { factor: 'code' } }))
}
