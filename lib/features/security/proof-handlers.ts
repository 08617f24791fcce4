import { randomUUID } from 'node:crypto'

import type { toAuditEvent } from '@/lib/features/audit/audit'
import { recordActionOnly } from '@/lib/features/audit/audit'
import { verifyPassword } from '@/lib/features/auth/passwords'
import { renewSession } from '@/lib/features/auth/statements/sessions'
import { findUser } from '@/lib/features/members/statements/users'
import { HttpError } from '@/lib/http/errors'
import type { PanelContext, PanelHandlersOf } from '@/lib/panel/context'

import { countGuess } from './code-attempts'
import type { Proof } from './contract/proof'
import { factorNotifier } from './factor-mail'
import { hasCodes, readFactors } from './factors'
import { newPasskeyChallenge, passkeyRequest } from './passkeys'
import { relyingPartyOf } from './relying-party'
import { checkCode, checkPasskeyReportingCopies, newChallenge, type SecondStepDeps } from './second-step'
import { clearProofFailures } from './statements/proof-failures'
import { closeSignInChallenge, countChallengeTry, insertSignInChallenge } from './statements/sign-in-challenges'

const PASSKEY_TRIES = 1

export const proofHandlers: PanelHandlersOf<'proof'> = {
  'proof.options': async (_, context) => {
    const { storage, user } = context
    const [person, factors] = await Promise.all([findUser(storage.db, user.id), readFactors(storage.db, user.id)])
    const password = person?.password_hash !== null
    const code = await hasCodes(storage.db, user.id, factors)
    const passkey = factors.passkeys.length === 0 ? null : await requestPasskey(context)
    const hasNone = !password && !code && factors.passkeys.length === 0
    return { password, code, passkey, is_sso_only: hasNone }
  },
  'proof.give': async ({ body }, context) => {
    const factor = await check(body, context)
    if (factor === undefined) {
      await record(context, { action: 'proof.refuse', after: { factor: body.by } })
      throw new HttpError('proof_wrong', 'The proof is wrong')
    }
    await continueProved(context, { isSecondFactor: factor !== 'password' })
    await record(context, { action: 'proof.give', after: { factor } })
  },
}

const record = (context: PanelContext, change: Parameters<typeof toAuditEvent>[1]) =>
  recordActionOnly(context, { target: context.user.id, ...change })

/** Replaces the session's id (ASVS 7.2.4) and marks the session as freshly proved. */
export async function continueProved(
  { storage, sessionId, session, now, continueIn }: PanelContext,
  { isSecondFactor }: { isSecondFactor: boolean },
): Promise<void> {
  const id = randomUUID()
  const at = now.toISOString()
  const second_factor = Number(isSecondFactor || session.hasSecondFactor)
  const isRenewed = await storage.db
    .transaction()
    .execute((db) => renewSession(db, sessionId, { id, at, proved_at: at, second_factor }))
  if (!isRenewed) throw new HttpError('session_expired', 'The session has ended')
  continueIn(id)
}

export const stepDepsOf = ({ storage, secrets, mail, log }: PanelContext): SecondStepDeps => ({
  storage,
  secrets,
  notify: factorNotifier({ storage, mail, log }),
})

async function requestPasskey({ storage: { db }, user, now, mail, request }: PanelContext) {
  const rp = relyingPartyOf(mail.panelUrl, request.headers)
  if (rp === undefined) return null
  const [id, challenge] = [randomUUID(), newPasskeyChallenge()]
  await insertSignInChallenge(db, {
    ...newChallenge({ id, purpose: 'passkey_proof', userId: user.id }, now),
    value: challenge,
  })
  return { challenge_id: id, options: { ...(await passkeyRequest(db, { rp, challenge, userId: user.id })) } }
}

type ProofMethod = 'password' | 'app' | 'recovery' | 'passkey'

function check(body: Proof, context: PanelContext): Promise<ProofMethod | undefined> {
  switch (body.by) {
    case 'password':
      return checkOwnPassword(body.password, context)
    case 'code':
      return checkCodeProof(body.code, context)
    case 'passkey':
      return checkPasskeyProof(body, context)
  }
}

/** Guesses are counted: throws 429 after too many. */
export async function checkOwnPassword(password: string, { storage: { db }, user, now }: PanelContext) {
  const guess = { user_id: user.id, kind: 'password' } as const
  requireNoWait(await countGuess(db, guess, now))
  const person = await findUser(db, user.id)
  if (!(await verifyPassword(person?.password_hash, password))) return undefined
  await clearProofFailures(db, guess)
  return 'password' as const
}

async function checkCodeProof(code: string, context: PanelContext) {
  const result = await checkCode(stepDepsOf(context), { userId: context.user.id, code }, context.now)
  if ('retryAfterS' in result) {
    requireNoWait(result.retryAfterS)
    return undefined
  }
  return result.factor
}

export function requireNoWait(retryAfterS: number): void {
  if (retryAfterS === 0) return
  const headers = { 'retry-after': String(retryAfterS) }
  throw new HttpError('rate_limited', 'Too many wrong answers; wait', { headers })
}

async function checkPasskeyProof(
  { challenge_id: id, answer }: Extract<Proof, { by: 'passkey' }>,
  context: PanelContext,
): Promise<'passkey' | undefined> {
  const { storage, user, now } = context
  const rp = relyingPartyOf(context.mail.panelUrl, context.request.headers)
  const tryLimit = { now: now.toISOString(), maxTries: PASSKEY_TRIES }
  const challenge = await countChallengeTry(storage.db, { id, purpose: 'passkey_proof' }, tryLimit)
  if (challenge?.user_id !== user.id || rp === undefined) return undefined
  const question = { rp, challenge: challenge.value, userId: user.id }
  const { ok } = await checkPasskeyReportingCopies(stepDepsOf(context), answer, { question, now })
  return ok && (await closeSignInChallenge(storage.db, id, tryLimit.now)) ? 'passkey' : undefined
}
