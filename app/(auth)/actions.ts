'use server'

import { cookies, headers } from 'next/headers'
import { redirect } from 'next/navigation'

import type {
  ConfirmEmailState,
  ConfirmIdentityState,
  ForgottenPasswordState,
  JoinState,
  SignInState,
  SignUpState,
  UnsubscribeState,
} from '@/components/auth/auth-state'
import { asRoute } from '@/components/layout/as-route'
import { routes, safeReturnPath, signInPath } from '@/lib/domain/routes'
import { getSession } from '@/lib/server/auth'
import { confirmEmailWith, findInvitationOf, joinWith } from '@/lib/server/joining'
import { createPasskeyRequest, sealStep, signInByPasskey, completeSecondStep } from '@/lib/server/second-step'
import { requestPasswordLink, type BrowserCall, orUnavailable, redeemLink, signInWith } from '@/lib/server/sign-in'
import { confirmOwnIdentity } from '@/lib/server/single-sign-on'
import { doUnsubscribe } from '@/lib/server/unsubscribe'

import { startSession } from './start-session'

const MAX_EMAIL_LENGTH = 300

const textOf = (form: FormData, name: string): string => {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/** Signs in like next-auth's callback, but works without JavaScript. */
export async function signIn(_: SignInState, form: FormData): Promise<SignInState> {
  const email = textOf(form, 'email')
  const store = await cookies()
  const from = { headers: await headers(), cookies: store }
  const result = await orUnavailable(async () => attempt(form, from))
  if (!result.ok) return toState(email, result)
  store.set(result.cookie)
  redirect(asRoute(safeReturnPath(textOf(form, 'from'))))
}

/** Completes a second step, signs in with a passkey, or checks a password, depending on the form's fields. */
function attempt(form: FormData, from: BrowserCall) {
  const [step, token, passkey] = [textOf(form, 'step'), textOf(form, 'token'), textOf(form, 'passkey')]
  if (step !== '') return completeSecondStep(step, { code: textOf(form, 'code'), passkey }, from)
  if (token !== '') return signInByPasskey(token, passkey, from)
  return signInWith({ email: textOf(form, 'email'), password: textOf(form, 'password') }, from)
}

type SignInResults = Awaited<ReturnType<typeof orUnavailable<Awaited<ReturnType<typeof attempt>>>>>
type SignInRefusal = Exclude<SignInResults, { readonly ok: true }>

async function toState(email: string, refusal: SignInRefusal): Promise<SignInState> {
  switch (refusal.reason) {
    case 'second_step':
      return { email, reason: 'second_step', step: await sealStep(refusal.step), isWrong: false }
    case 'wrong':
      return { email, reason: 'second_step', step: await sealStep(refusal.step), isWrong: true }
    case 'wait':
      return { email, reason: 'wait', retryAfterS: refusal.retryAfterS }
    default:
      return { email, reason: refusal.reason }
  }
}

/**
 * Creates the options with which the browser requests a passkey, or returns undefined if none can be requested. `step`
 * is the sealed second step of the sign-in page.
 */
// Arguments of a server action come from a browser, so their types are not guaranteed.
export async function requestPasskey(step?: unknown) {
  return createPasskeyRequest(typeof step === 'string' ? step : undefined, await headers())
}

export async function signUp(_: SignUpState, form: FormData): Promise<SignUpState> {
  const password = textOf(form, 'password')
  if (password !== textOf(form, 'repeat')) return { problem: 'different' }
  const link = await redeemLink(textOf(form, 'token'), password, await headers())
  if (link.state === 'refused') return { problem: link.fault }
  if (link.state !== 'ready') return { problem: link.state }
  const result = await startSession(link.email, password)
  if (result.ok) redirect(routes.overview)
  return { problem: undefined, signIn: await toState(link.email, result) }
}

/** The sign-in page for somebody who has just joined. */
const signInAs = (invitation: Awaited<ReturnType<typeof findInvitationOf>>) =>
  asRoute(signInPath({ done: '1', ...(invitation.state === 'open' && { email: invitation.email }) }))

/** Accepts an invitation, as the signed-in user or as a new user with a password. */
export async function joinAccount(_: JoinState, form: FormData): Promise<JoinState> {
  const [token, name, password] = [
    textOf(form, 'token'),
    textOf(form, 'name').trim().slice(0, 80),
    textOf(form, 'password'),
  ]
  const session = await getSession()
  if (!session && password !== textOf(form, 'repeat')) return { name, problem: 'different' }
  const invitation = await findInvitationOf(token)
  const state = await joinWith(token, session ?? { name, password }, await headers())
  if (state === 'joined') {
    const isNewcomer = !session && password !== '' && invitation.state === 'open'
    const isSignedIn = session !== undefined || (isNewcomer && (await startSession(invitation.email, password)).ok)
    redirect(isSignedIn ? routes.overview : signInAs(invitation))
  }
  return { name, problem: state === 'open' || state === 'other' ? 'failed' : state }
}

/** Confirms the person's new sign-in address. */
export async function confirmNewEmail(_: ConfirmEmailState, form: FormData): Promise<ConfirmEmailState> {
  const link = await confirmEmailWith(textOf(form, 'token'), await headers())
  if (link.state === 'ready') redirect(asRoute(signInPath({ done: 'email', email: link.email })))
  return link.state
}

/** Mails a password link if the address may have one; the answer does not reveal that. */
export async function forgottenPassword(_: ForgottenPasswordState, form: FormData): Promise<ForgottenPasswordState> {
  const email = textOf(form, 'email').slice(0, MAX_EMAIL_LENGTH)
  return { email, ...(await requestPasswordLink(email, await headers())) }
}

/** Links an identity of the provider with the user whose password was entered. */
export async function confirmIdentity(_: ConfirmIdentityState, form: FormData): Promise<ConfirmIdentityState> {
  const result = await confirmOwnIdentity(textOf(form, 'password'))
  if (result.ok) redirect(routes.overview)
  if (result.reason === 'password') return result.reason
  redirect(result.reason === 'over' ? routes.confirmIdentity : asRoute(`${routes.signIn}?error=sso_${result.reason}`))
}

/** Unsubscribes the recipient of a mail from its alert. */
export const unsubscribe = async (_: UnsubscribeState, form: FormData): Promise<UnsubscribeState> =>
  doUnsubscribe(textOf(form, 'token'))
