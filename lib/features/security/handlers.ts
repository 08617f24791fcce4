import { randomUUID } from 'node:crypto'

import { renderSVG } from 'uqr'

import { recordInEachAccount, toAuditEvent } from '@/lib/features/audit/audit'
import { inAccountsOf } from '@/lib/features/members/statements/members'
import { findUser } from '@/lib/features/members/statements/users'
import { HttpError } from '@/lib/http/errors'
import type { PanelContext, PanelHandlersOf } from '@/lib/panel/context'

import { appUri, newAppSecret, stepOfCode } from './authenticator-app'
import { countGuess } from './code-attempts'
import { MAX_PASSKEYS, type Passkey } from './contract/second-factor'
import { removeFactor } from './factor-changes'
import { countFactors, openAppSecret, readFactors, sealAppSecret } from './factors'
import { newPasskeyChallenge, passkeyCreation, verifyNewPasskey, userHandleOf } from './passkeys'
import { continueProved, requireNoWait, stepDepsOf } from './proof-handlers'
import { saveRecoveryCodes, makeRecoveryCodes, type NewRecoveryCodes } from './recovery-codes'
import { type RelyingParty, relyingPartyOf } from './relying-party'
import { newChallenge } from './second-step'
import {
  confirmAuthenticatorApp,
  deleteAuthenticatorApp,
  findAuthenticatorApp,
  putAuthenticatorApp,
} from './statements/authenticator-apps'
import { deletePasskey, insertPasskey, listPasskeysOf, renamePasskey } from './statements/passkeys'
import { clearProofFailures } from './statements/proof-failures'
import { countRecoveryCodes } from './statements/recovery-codes'
import { closeSignInChallenge, countChallengeTry, insertSignInChallenge } from './statements/sign-in-challenges'
import type { PasskeyTable } from './tables'

export const secondFactorHandlers: PanelHandlersOf<'secondFactor'> = {
  'secondFactor.get': async (_, { storage: { db }, user, session }) => {
    const [person, { app, passkeys }, codes] = await Promise.all([
      findUser(db, user.id),
      readFactors(db, user.id),
      countRecoveryCodes(db, user.id),
    ])
    return {
      password_set_at: person?.password_hash == null ? null : (person.password_set_at ?? person.created_at),
      app: app?.confirmed_at ? { confirmed_at: app.confirmed_at, last_used_at: app.last_used_at } : null,
      passkeys: passkeys.map(toPasskey),
      recovery_codes: codes,
      required_at: session.secondFactorRequiredAt,
      is_shown: session.hasSecondFactor,
      user_handle: userHandleOf(user.id),
    }
  },
  'secondFactor.startApp': async (_, { storage: { db }, user, secrets: panelSecrets, now }) => {
    const secret = newAppSecret()
    const sealedSecret = sealAppSecret(panelSecrets, user.id, secret)
    const isNew = await putAuthenticatorApp(db, { userId: user.id, sealedSecret, at: now.toISOString() })
    if (!isNew) throw new HttpError('second_factor_known', 'There is an authenticator app; remove it first')
    const uri = appUri(secret, user.email)
    return { secret, uri, qr_svg: renderSVG(uri) }
  },
  'secondFactor.confirmApp': async ({ body }, context) => {
    const { storage, user, secrets: panelSecrets, now } = context
    const guess = { user_id: user.id, kind: 'code' } as const
    requireNoWait(await countGuess(storage.db, guess, now))
    const app = await findAuthenticatorApp(storage.db, user.id)
    const secret = app && openAppSecret(panelSecrets, user.id, app.sealed_secret)
    const step = secret === undefined ? undefined : stepOfCode(secret, body.code, now)
    if (app === undefined || step === undefined) throw new HttpError('proof_wrong', 'The code is not from this app')
    await clearProofFailures(storage.db, guess)
    const codes = await createInitialCodes(context)
    await inAccountsOf(context.storage, user.id, async (tx) => {
      const confirmed = { userId: user.id, step, at: now.toISOString() }
      if (!(await confirmAuthenticatorApp(tx, app.sealed_secret, confirmed))) {
        throw new HttpError('second_factor_known', 'There is an authenticator app already')
      }
      if (codes) await saveRecoveryCodes(tx, user.id, codes)
      await recordInEachAccount(tx, toAuditEvent(context, { action: 'secondFactor.addApp', target: user.id }))
    })
    stepDepsOf(context).notify(user.id, 'appAdded', now)
    await continueProved(context, { isSecondFactor: true })
    return { recovery_codes: codesToShow(codes) }
  },
  'secondFactor.removeApp': async (_, context) => {
    const { user, now } = context
    const isRemoved = await removeFactor(context, async (tx) => {
      if (!(await deleteAuthenticatorApp(tx, user.id))) return false
      await recordInEachAccount(tx, toAuditEvent(context, { action: 'secondFactor.removeApp', target: user.id }))
      return true
    })
    if (isRemoved) stepDepsOf(context).notify(user.id, 'appRemoved', now)
  },
  'secondFactor.renewRecoveryCodes': async (_, context) => {
    const { storage, user, now } = context
    if (countFactors(await readFactors(storage.db, user.id)) === 0) {
      throw new HttpError('not_found', 'Recovery codes require a second factor')
    }
    const codes = await makeRecoveryCodes()
    await inAccountsOf(context.storage, user.id, async (tx) => {
      await saveRecoveryCodes(tx, user.id, codes)
      await recordInEachAccount(tx, toAuditEvent(context, { action: 'secondFactor.renewCodes', target: user.id }))
    })
    stepDepsOf(context).notify(user.id, 'codesRenewed', now)
    return { recovery_codes: [...codes.codes] }
  },
}

export const passkeyHandlers: PanelHandlersOf<'passkeys'> = {
  'passkeys.start': async (_, context) => {
    const { storage, user, now } = context
    const rp = requireRelyingParty(context)
    const existing = await listPasskeysOf(storage.db, user.id)
    if (existing.length >= MAX_PASSKEYS) {
      throw new HttpError('limit', 'The maximum number of passkeys is reached', { extra: { limit: MAX_PASSKEYS } })
    }
    const person = await findUser(storage.db, user.id)
    const [id, challenge] = [randomUUID(), newPasskeyChallenge()]
    await insertSignInChallenge(storage.db, {
      ...newChallenge({ id, purpose: 'passkey_add', userId: user.id }, now),
      value: challenge,
    })
    const options = await passkeyCreation(storage.db, { ...user, name: person?.name ?? null }, { rp, challenge })
    return { challenge_id: id, options: { ...options } }
  },
  'passkeys.add': async ({ body }, context) => {
    const { storage, user, now } = context
    const newPasskey = await readAnswer(body, context)
    const passkey: PasskeyTable = {
      ...newPasskey,
      user_id: user.id,
      name: body.name === '' ? 'Passkey' : body.name,
      created_at: now.toISOString(),
      last_used_at: null,
    }
    const codes = await createInitialCodes(context)
    await inAccountsOf(context.storage, user.id, async (tx) => {
      if (!(await insertPasskey(tx, passkey))) {
        throw new HttpError('second_factor_known', 'This passkey is already registered')
      }
      if (codes) await saveRecoveryCodes(tx, user.id, codes)
      const after = { name: passkey.name }
      await recordInEachAccount(tx, toAuditEvent(context, { action: 'passkeys.add', target: user.id, after }))
    })
    await closeSignInChallenge(storage.db, body.challenge_id, now.toISOString())
    stepDepsOf(context).notify(user.id, 'passkeyAdded', now)
    await continueProved(context, { isSecondFactor: true })
    return { passkey: toPasskey(passkey), recovery_codes: codesToShow(codes) }
  },
  'passkeys.rename': async ({ body: { id, name } }, context) => {
    const { user } = context
    const before = await inAccountsOf(context.storage, user.id, async (tx) => {
      const found = await renamePasskey(tx, { userId: user.id, id, name })
      if (found === undefined) throw new HttpError('not_found', 'There is no such passkey')
      if (found.name === name) return found
      const change = { action: 'passkeys.rename' as const, target: user.id }
      await recordInEachAccount(tx, toAuditEvent(context, { ...change, before: { name: found.name }, after: { name } }))
      return found
    })
    return toPasskey({ ...before, name })
  },
  'passkeys.remove': async ({ body: { id } }, context) => {
    const { storage, user, now } = context
    await removeFactor(context, async (tx) => {
      const removed = await deletePasskey(tx, { userId: user.id, id })
      if (removed === undefined) throw new HttpError('not_found', 'There is no such passkey')
      const before = { name: removed.name }
      await recordInEachAccount(tx, toAuditEvent(context, { action: 'passkeys.remove', target: user.id, before }))
      return true
    })
    stepDepsOf(context).notify(user.id, 'passkeyRemoved', now)
    const remaining = await listPasskeysOf(storage.db, user.id)
    const rp = relyingPartyOf(context.mail.panelUrl, context.request.headers)
    return { user_handle: userHandleOf(user.id), ids: remaining.map((each) => each.id), rp_id: rp?.id ?? null }
  },
}

const toPasskey = ({ id, name, is_backed_up, created_at, last_used_at }: PasskeyTable): Passkey => ({
  id,
  name,
  is_backed_up: is_backed_up === 1,
  created_at,
  last_used_at,
})

const codesToShow = (codes: NewRecoveryCodes | undefined) => (codes ? [...codes.codes] : null)

/** Recovery codes are created together with the first second factor. */
async function createInitialCodes({ storage: { db }, user }: PanelContext): Promise<NewRecoveryCodes | undefined> {
  const isFirst = countFactors(await readFactors(db, user.id)) === 0
  return isFirst ? makeRecoveryCodes() : undefined
}

function requireRelyingParty({ mail, request }: PanelContext): RelyingParty {
  const rp = relyingPartyOf(mail.panelUrl, request.headers)
  if (rp === undefined) throw new HttpError('passkeys_impossible', 'Passkeys need an address with a domain name')
  return rp
}

type PasskeyAnswerInput = { readonly challenge_id: string; readonly answer: Parameters<typeof verifyNewPasskey>[0] }

async function readAnswer({ challenge_id: id, answer }: PasskeyAnswerInput, context: PanelContext) {
  const tryLimit = { now: context.now.toISOString(), maxTries: 1 }
  const challenge = await countChallengeTry(context.storage.db, { id, purpose: 'passkey_add' }, tryLimit)
  const rp = requireRelyingParty(context)
  const isOwn = challenge?.user_id === context.user.id
  const newPasskey = isOwn ? await verifyNewPasskey(answer, { rp, challenge: challenge.value }) : undefined
  if (newPasskey === undefined) throw new HttpError('proof_wrong', 'This passkey could not be checked; try again')
  return newPasskey
}
