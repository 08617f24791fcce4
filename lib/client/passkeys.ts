import type { PasskeyAnswer } from '@/lib/features/security/contract/second-factor'

/** Fetched when a passkey is made or asked. */
const load = () => import('@simplewebauthn/browser')

type Options = Readonly<Record<string, unknown>>
type Library = Awaited<ReturnType<typeof load>>
type Creation = Parameters<Library['startRegistration']>[0]['optionsJSON']
type Request = Parameters<Library['startAuthentication']>[0]['optionsJSON']

/** Sound: the server made them with the same library's other half; its schema says only that they are an object. */
const creationOf = (options: Options) => options as unknown as Creation
/** Sound: as `creationOf`. */
const requestOf = (options: unknown) => options as Request
/** Sound: JSON of a credential, which the server reads with a schema. */
const answerOf = (answer: unknown) => answer as PasskeyAnswer

/** Asks the browser to make a passkey. Rejects with what `passkeyFailure` names. */
export async function makePasskey(options: Options): Promise<PasskeyAnswer> {
  const { startRegistration } = await load()
  return answerOf(await startRegistration({ optionsJSON: creationOf(options) }))
}

/** Asks the browser for a signature. `isAutofill`: offers passkeys where the e-mail is typed, and waits until one is chosen. */
export async function askPasskeySignature(options: unknown, { isAutofill = false } = {}): Promise<PasskeyAnswer> {
  const { startAuthentication } = await load()
  return answerOf(await startAuthentication({ optionsJSON: requestOf(options), useBrowserAutofill: isAutofill }))
}

type Accepted = { readonly rp_id: string | null; readonly user_handle: string; readonly ids: readonly string[] }

/** Tells the person's devices which passkeys are still good; those that cannot be told keep theirs. */
export async function tellAcceptedPasskeys({ rp_id: rpID, user_handle: userID, ids }: Accepted): Promise<void> {
  if (rpID === null) return
  const { sendSignal } = await load()
  const allAcceptedCredentialIDs = [...ids]
  await sendSignal({ signalName: 'allAcceptedCredentials', rpID, userID, allAcceptedCredentialIDs }).catch(
    () => undefined,
  )
}

/** `cancelled`: the person closed the browser's question. `known`: the device has a passkey of the person already. */
export type PasskeyFailure = 'cancelled' | 'known' | 'failed'

export function passkeyFailure(error: unknown): PasskeyFailure | undefined {
  if (!(error instanceof Error)) return undefined
  if (error.name === 'NotAllowedError' || error.name === 'AbortError') return 'cancelled'
  if (error.name === 'InvalidStateError') return 'known'
  return error.name === 'ApiError' ? undefined : 'failed'
}

/** Browsers have passkeys on secure pages with a domain name. */
export const canUsePasskeys = (): boolean =>
  window.isSecureContext && 'PublicKeyCredential' in window && !/^\[|^\d+(\.\d+){3}$/.test(window.location.hostname)

export const canOfferPasskeys = async (): Promise<boolean> =>
  canUsePasskeys() &&
  // Not every browser with passkeys has it, whatever the types say.
  'isConditionalMediationAvailable' in PublicKeyCredential &&
  PublicKeyCredential.isConditionalMediationAvailable()
