import { createHash, randomBytes } from 'node:crypto'

import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import * as z from 'zod'

import type { Db } from '@/lib/storage/storage'

import type { PasskeyAnswer } from './contract/second-factor'
import type { RelyingParty } from './relying-party'
import { findPasskey, listPasskeysOf, touchPasskey } from './statements/passkeys'
import type { PasskeyTable } from './tables'

const RELYING_PARTY_NAME = 'Panel Rejestrów'
const CHALLENGE_BYTES = 32

/** Base64url. */
export const newPasskeyChallenge = (): string => randomBytes(CHALLENGE_BYTES).toString('base64url')

/**
 * The person's identifier in passkeys: not the e-mail, which changes, nor the user id, which appears in the audit log.
 */
export const userHandleOf = (userId: string): string =>
  createHash('sha256').update(`passkey of ${userId}`).digest('base64url')

/**
 * Every passkey verifies its person (finger, face or PIN) and is discoverable without a name, so it is a complete
 * sign-in.
 */
const USER_VERIFICATION = 'required'

type Person = { readonly id: string; readonly email: string; readonly name?: string | null }
type PasskeyChallenge = { readonly rp: RelyingParty; readonly challenge: string }

export async function passkeyCreation(db: Db, person: Person, { rp, challenge }: PasskeyChallenge) {
  const existing = await listPasskeysOf(db, person.id)
  return generateRegistrationOptions({
    rpName: RELYING_PARTY_NAME,
    rpID: rp.id,
    userID: Uint8Array.from(Buffer.from(userHandleOf(person.id), 'base64url')),
    userName: person.email,
    userDisplayName: person.name ?? person.email,
    challenge: bytesOf(challenge),
    attestationType: 'none',
    excludeCredentials: existing.map(toDescriptor),
    authenticatorSelection: { residentKey: 'required', userVerification: USER_VERIFICATION },
  })
}

/** Options for a signature in the browser: by one of the person's passkeys, or by any passkey if no person is given. */
export async function passkeyRequest(
  db: Db,
  { userId, rp, challenge }: PasskeyChallenge & { readonly userId?: string },
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const existing = userId === undefined ? [] : await listPasskeysOf(db, userId)
  return generateAuthenticationOptions({
    rpID: rp.id,
    challenge: bytesOf(challenge),
    allowCredentials: existing.map(toDescriptor),
    userVerification: USER_VERIFICATION,
  })
}

const bytesOf = (text: string) => Uint8Array.from(Buffer.from(text, 'base64url'))
const toDescriptor = ({ id, transports }: PasskeyTable) => ({ id, transports: transportsOf(transports) })

/** Safe: `verifyNewPasskey` wrote a list of texts. */
const transportsOf = (json: string) => JSON.parse(json) as string[]

/** Values as reported by the browser; unknown ones are accepted. */
const transportNames = z.array(z.string().max(30)).max(10)

export type NewPasskey = Omit<PasskeyTable, 'user_id' | 'name' | 'created_at' | 'last_used_at'>

const expectations = ({ rp, challenge }: PasskeyChallenge) => ({
  expectedChallenge: challenge,
  expectedOrigin: rp.origin,
  expectedRPID: rp.id,
  requireUserVerification: true,
})

/** Verifies a newly created passkey; undefined if the answer does not belong to the challenge. */
export async function verifyNewPasskey(
  answer: PasskeyAnswer,
  challenge: PasskeyChallenge,
): Promise<NewPasskey | undefined> {
  // Safe: the schema has validated what is outside of the signed bytes, and the library validates those.
  const response = answer as unknown as RegistrationResponseJSON
  const verified = await verifyRegistrationResponse({
    response,
    ...expectations(challenge),
  }).catch(() => undefined)
  if (!verified?.verified) return undefined
  const { credential, credentialBackedUp } = verified.registrationInfo
  return {
    id: credential.id,
    public_key: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: JSON.stringify(transportNames.safeParse(credential.transports).data ?? []),
    is_backed_up: Number(credentialBackedUp),
  }
}

/** `copied`: the passkey's counter did not advance, so another device may hold a copy. */
export type PasskeyCheck =
  | { readonly ok: true; readonly userId: string }
  | { readonly ok: false; readonly copied?: { readonly userId: string; readonly name: string } }

type PasskeyQuestion = PasskeyChallenge & {
  /** The required owner of the passkey; undefined accepts any person. */
  readonly userId?: string
}

/**
 * Verifies that the answer is a known passkey's signature of the challenge with user verification, and records the use.
 */
export async function checkPasskey(
  db: Db,
  answer: PasskeyAnswer,
  { question, now }: { question: PasskeyQuestion; now: Date },
): Promise<PasskeyCheck> {
  const passkey = await findPasskey(db, answer.id)
  if (!passkey || !isOwnedBy(passkey, answer, question.userId)) return { ok: false }
  const verified = await verify(passkey, answer, question)
  if (verified === undefined) return { ok: false }
  const { newCounter: counter, isBackedUp } = verified
  const at = now.toISOString()
  if (await touchPasskey(db, { id: passkey.id, counter, isBackedUp, at })) return { ok: true, userId: passkey.user_id }
  return { ok: false, copied: { userId: passkey.user_id, name: passkey.name } }
}

function isOwnedBy({ user_id }: PasskeyTable, { response }: PasskeyAnswer, userId: string | undefined): boolean {
  const handle = response.userHandle ?? undefined
  if (handle !== undefined && handle !== userHandleOf(user_id)) return false
  return userId === undefined ? handle !== undefined : userId === user_id
}

async function verify(passkey: PasskeyTable, answer: PasskeyAnswer, question: PasskeyQuestion) {
  const { id, public_key } = passkey
  const verified = await verifyAuthenticationResponse({
    // Safe: as in `verifyNewPasskey`.
    response: answer as unknown as AuthenticationResponseJSON,
    ...expectations(question),
    // Zero, because counters are compared when they are saved (`touchPasskey`), so that two simultaneous answers cannot
    // both pass.
    credential: { id, publicKey: bytesOf(public_key), counter: 0 },
  }).catch(() => undefined)
  if (!verified?.verified) return undefined
  const { newCounter, credentialBackedUp } = verified.authenticationInfo
  return { newCounter, isBackedUp: credentialBackedUp }
}
