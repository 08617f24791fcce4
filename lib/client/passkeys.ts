import type { PasskeyAnswer } from '@/lib/features/security/contract/second-factor'

/** Loaded when a passkey is created or used. */
const load = () => import('@simplewebauthn/browser')

type Options = Readonly<Record<string, unknown>>
type Library = Awaited<ReturnType<typeof load>>
type Creation = Parameters<Library['startRegistration']>[0]['optionsJSON']
type Request = Parameters<Library['startAuthentication']>[0]['optionsJSON']

/** Safe: the server made them with the other half of the same library; its schema says only that they are an object. */
const creationOf = (options: Options) => options as unknown as Creation
/** Safe: as `creationOf`. */
const requestOf = (options: unknown) => options as Request
/** Safe: JSON of a credential, which the server validates with a schema. */
const answerOf = (answer: unknown) => answer as PasskeyAnswer

/** Creates a passkey in the browser. Rejects with an error that `passkeyFailure` classifies. */
export async function makePasskey(options: Options): Promise<PasskeyAnswer> {
  const { startRegistration } = await load()
  return answerOf(await startRegistration({ optionsJSON: creationOf(options) }))
}

/** Requests a passkey signature. `isAutofill`: offers passkeys in the e-mail field, and waits until one is chosen. */
export async function requestPasskeySignature(options: unknown, { isAutofill = false } = {}): Promise<PasskeyAnswer> {
  const { startAuthentication } = await load()
  return answerOf(await startAuthentication({ optionsJSON: requestOf(options), useBrowserAutofill: isAutofill }))
}

type AcceptedPasskeys = { readonly rp_id: string | null; readonly user_handle: string; readonly ids: readonly string[] }

/**
 * Tells the browser which passkeys are still valid, so that it removes others; browsers without this function do
 * nothing.
 */
export async function signalAcceptedPasskeys({
  rp_id: rpID,
  user_handle: userID,
  ids,
}: AcceptedPasskeys): Promise<void> {
  if (rpID === null) return
  const { sendSignal } = await load()
  const allAcceptedCredentialIDs = [...ids]
  await sendSignal({ signalName: 'allAcceptedCredentials', rpID, userID, allAcceptedCredentialIDs }).catch(
    () => undefined,
  )
}

/** `cancelled`: the person closed the browser's dialog. `known`: the device already has a passkey of the person. */
export type PasskeyFailure = 'cancelled' | 'known' | 'failed'

export function passkeyFailure(error: unknown): PasskeyFailure | undefined {
  if (!(error instanceof Error)) return undefined
  if (error.name === 'NotAllowedError' || error.name === 'AbortError') return 'cancelled'
  if (error.name === 'InvalidStateError') return 'known'
  return error.name === 'ApiError' ? undefined : 'failed'
}

/** Browsers support passkeys on secure pages with a domain name. */
export const canUsePasskeys = (): boolean =>
  window.isSecureContext && 'PublicKeyCredential' in window && !/^\[|^\d+(\.\d+){3}$/.test(window.location.hostname)

export const canOfferPasskeys = async (): Promise<boolean> =>
  canUsePasskeys() &&
  // Some browsers with passkeys lack it, whatever the types say.
  'isConditionalMediationAvailable' in PublicKeyCredential &&
  PublicKeyCredential.isConditionalMediationAvailable()
