import * as z from 'zod'

import { everyone, operationsFor } from '@/lib/contract/operation'
import { type PanelOperation, forOwners, panelDefaults } from '@/lib/contract/panel-operation'
import { byGivenId, count, instant, line, noAnswer } from '@/lib/contract/values'

export const MAX_PASSKEYS = 20
export const PASSKEY_NAME_LENGTH = 80

/** Six digits of an authenticator app; spaces, which some apps show, are ignored. */
export const appCode = z
  .string()
  .transform((code) => code.replaceAll(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'Expected the six digits that the app shows'))

const base64url = z
  .string()
  .min(1)
  .max(20_000)
  .regex(/^[\w-]+$/)

/**
 * The result of `navigator.credentials` as JSON (WebAuthn Level 3, 5.1.8). Its other fields are validated together with
 * the signature.
 */
export const passkeyAnswer = z.looseObject({
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  response: z.looseObject({ clientDataJSON: base64url, userHandle: z.string().max(100).nullish() }),
  clientExtensionResults: z.record(z.string(), z.unknown()),
})
export type PasskeyAnswer = z.output<typeof passkeyAnswer>

/** The options of `navigator.credentials` as JSON. */
const passkeyOptions = z.record(z.string(), z.unknown())
export const passkeyChallenge = z.object({ challenge_id: z.string(), options: passkeyOptions })

const passkey = z.object({
  id: z.string(),
  name: z.string(),
  /** True if a service synchronises the passkey to the person's other devices. */
  is_backed_up: z.boolean(),
  created_at: instant,
  last_used_at: instant.nullable(),
})
export type Passkey = z.output<typeof passkey>

/** Ten codes, each valid for one sign-in; shown once. Null if codes existed already. */
const recoveryCodes = z.array(z.string())

export const secondFactorState = z.object({
  /** Null if the person has no password. */
  password_set_at: instant.nullable(),
  app: z.object({ confirmed_at: instant, last_used_at: instant.nullable() }).nullable(),
  passkeys: z.array(passkey),
  recovery_codes: z.object({ made: count, left: count }),
  /** Since when the account requires a second factor of every member. */
  required_at: instant.nullable(),
  /** True if this session has presented a second factor. */
  is_shown: z.boolean(),
  /** The person's identifier in their passkeys, base64url. */
  user_handle: z.string(),
})
export type SecondFactorState = z.output<typeof secondFactorState>

/** Data of the person, not of the account, so it is available before the second factor that the account requires. */
const personOperations = operationsFor({ ...panelDefaults, unmasked: true, isBeforeSecondFactor: true }, everyone)
const change = { ...personOperations.post, idempotent: false } as const

export const secondFactorOperations = {
  'secondFactor.get': {
    ...personOperations.get,
    path: '/panel/second-factor',
    summary: 'How the signed-in person proves their identity',
    response: secondFactorState,
  },
  'secondFactor.startApp': {
    ...change,
    path: '/panel/second-factor/app',
    summary: 'A new secret for an authenticator app, which counts once it is confirmed',
    invalidates: [],
    response: z.object({ secret: z.string(), uri: z.string(), qr_svg: z.string() }),
  },
  'secondFactor.confirmApp': {
    ...change,
    path: '/panel/second-factor/app/confirm',
    withoutProof: 'It completes within minutes a step that began with a proof.',
    summary: 'Confirm the app by its code; the session continues as one with a second factor',
    body: z.object({ code: appCode }),
    response: z.object({ recovery_codes: recoveryCodes.nullable() }),
  },
  'secondFactor.removeApp': {
    ...change,
    ...noAnswer,
    path: '/panel/second-factor/app/remove',
    summary: 'Remove the authenticator app; the recovery codes are deleted with the last second factor',
  },
  'secondFactor.renewRecoveryCodes': {
    ...change,
    path: '/panel/second-factor/recovery-codes',
    summary: 'Create ten new recovery codes; the old ones become invalid',
    response: z.object({ recovery_codes: recoveryCodes }),
  },
  'passkeys.start': {
    ...change,
    path: '/panel/passkeys/start',
    summary: 'The options with which the browser creates a passkey',
    invalidates: [],
    response: passkeyChallenge,
  },
  'passkeys.add': {
    ...change,
    path: '/panel/passkeys',
    withoutProof: 'It completes within minutes a step that began with a proof.',
    summary: 'Add the passkey that the browser created; the session continues as one with a second factor',
    invalidates: ['panel.secondFactor'],
    body: z.object({
      challenge_id: z.string().max(100),
      name: line(PASSKEY_NAME_LENGTH),
      answer: passkeyAnswer,
    }),
    response: z.object({ passkey, recovery_codes: recoveryCodes.nullable() }),
  },
  'passkeys.rename': {
    ...change,
    path: '/panel/passkeys/rename',
    withoutProof: 'A name opens nothing.',
    summary: 'Rename a passkey',
    invalidates: ['panel.secondFactor'],
    idempotent: true,
    body: z.object({ id: base64url, name: line(PASSKEY_NAME_LENGTH).min(1) }),
    response: passkey,
  },
  'passkeys.remove': {
    ...change,
    path: '/panel/passkeys/remove',
    summary: 'Remove a passkey, and return the remaining ones, so that the browser can forget the others',
    invalidates: ['panel.secondFactor'],
    body: z.object({ id: base64url }),
    response: z.object({ user_handle: z.string(), ids: z.array(z.string()), rp_id: z.string().nullable() }),
  },
  'members.resetSecondFactor': {
    ...forOwners.post,
    ...noAnswer,
    path: '/panel/members/{id}/reset-second-factor',
    summary: 'Remove the second factor of a member who lost it; their sessions end and they are notified by mail',
    params: byGivenId,
  },
} as const satisfies Record<string, PanelOperation>
