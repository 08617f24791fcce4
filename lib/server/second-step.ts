import 'server-only'
import { decode, encode } from 'next-auth/jwt'

import { parseJson } from '@/lib/domain/collections/json'
import { type PasskeyAnswer, passkeyAnswer } from '@/lib/features/security/contract/second-factor'
import { factorNotifier } from '@/lib/features/security/factor-mail'
import { newPasskeyChallenge, passkeyRequest } from '@/lib/features/security/passkeys'
import { relyingPartyOf } from '@/lib/features/security/relying-party'
import {
  findSecondStep,
  finishSecondStep,
  type SecondStep,
  type SecondStepDeps,
  type SecondStepResult,
  signInWithPasskey,
  type StepProof,
  STEP_LIFETIME_MS,
} from '@/lib/features/security/second-step'

import { getRuntime } from './runtime'
import { type BrowserCall, browserOf, cookieOf } from './sign-in'

/** Second step of a sign-in as a page carries it: the encrypted id, and the factors that can complete it. */
export type SealedStep = { readonly token: string; readonly code: boolean; readonly passkey: boolean }

const LIFETIME_S = STEP_LIFETIME_MS / 1000
/** A token of one kind cannot be used as another kind or as a session. */
type Kind = 'second-step' | 'passkey-sign-in'

const seal = (kind: Kind, id: string): Promise<string> =>
  encode({ token: { id }, secret: getRuntime().secret, salt: kind, maxAge: LIFETIME_S })

async function open(kind: Kind, token: string): Promise<string | undefined> {
  for (const secret of getRuntime().secrets.all()) {
    const decoded = await decode({ token, secret, salt: kind }).catch(() => null)
    if (typeof decoded?.['id'] === 'string') return decoded['id']
  }
  return undefined
}

export const sealStep = async ({ challengeId, code, passkey }: SecondStep): Promise<SealedStep> => ({
  token: await seal('second-step', challengeId),
  code,
  passkey,
})

function deps(): SecondStepDeps {
  const { storage, secrets, mail, log } = getRuntime()
  return { storage, secrets, notify: factorNotifier({ storage, mail, log }) }
}

const rpOf = (headers: Headers) => relyingPartyOf(getRuntime().env.panelUrl, headers)

export type StepAnswer = { readonly code: string; readonly passkey: string }

/** Completes the second step of a page with a typed code or a passkey's signature. */
export async function completeSecondStep(token: string, answer: StepAnswer, from: BrowserCall) {
  const challengeId = await open('second-step', token)
  const proof = proofOf(answer, from.headers)
  if (challengeId === undefined || proof === undefined) return { ok: false, reason: 'over' } as const
  return withCookie(await answerSecondStep(challengeId, proof, await browserOf(from)))
}

/** The same without a page between the password and the code. */
export const answerSecondStep = (
  challengeId: string,
  proof: StepProof,
  from: Awaited<ReturnType<typeof browserOf>>,
): Promise<SecondStepResult> => finishSecondStep(deps(), { challengeId, proof, from }, new Date())

function proofOf({ code, passkey }: StepAnswer, headers: Headers): StepProof | undefined {
  if (passkey === '') return { code: code.slice(0, 100) }
  const answer = readPasskeyAnswer(passkey)
  return answer && { passkey: answer, rp: rpOf(headers) }
}

const readPasskeyAnswer = (text: string): PasskeyAnswer | undefined => passkeyAnswer.safeParse(parseJson(text)).data

/** Signs in with only a passkey, which signed the challenge that the page received. */
export async function signInByPasskey(token: string, passkey: string, call: BrowserCall) {
  const [challenge, answer, rp] = [await open('passkey-sign-in', token), readPasskeyAnswer(passkey), rpOf(call.headers)]
  if (challenge === undefined || answer === undefined || rp === undefined)
    return { ok: false, reason: 'passkey' } as const
  const from = await browserOf(call)
  return withCookie(await signInWithPasskey(deps(), { challenge, passkey: answer, rp, from }, new Date()))
}

async function withCookie(result: SecondStepResult) {
  return result.ok ? { ok: true as const, cookie: await cookieOf(result.sessionId) } : result
}

/**
 * Options for requesting a passkey's signature: of the person of a second step, or of any person (such challenges are
 * not stored, so that strangers cannot fill the store). Undefined: the step has ended, or this address does not support
 * passkeys.
 */
export async function createPasskeyRequest(step: string | undefined, headers: Headers) {
  const rp = rpOf(headers)
  if (rp === undefined) return undefined
  const { db } = getRuntime().storage
  if (step === undefined) {
    const challenge = newPasskeyChallenge()
    return { token: await seal('passkey-sign-in', challenge), options: await passkeyRequest(db, { rp, challenge }) }
  }
  const id = await open('second-step', step)
  const found = id === undefined ? undefined : await findSecondStep(db, id, new Date())
  return found && { token: step, options: await passkeyRequest(db, { rp, ...found }) }
}
