'use server'

import { cookies, headers } from 'next/headers'
import { redirect } from 'next/navigation'

import type { SetupField, SetupFormState } from '@/components/auth/auth-state'
import { asRoute } from '@/components/layout/as-route'
import { usageLimits } from '@/lib/contract/usage'
import { routes, signInPath } from '@/lib/domain/routes'
import { setupRequest } from '@/lib/features/setup/contract'
import { chooseSampleWorld, SETUP_COOKIE, setUpWith } from '@/lib/server/setup'

import { startSession } from '../start-session'

const textOf = (form: FormData, name: string): string => {
  const value = form.get(name)
  return typeof value === 'string' ? value.trim() : ''
}

/** Continues with the sample users instead of the setup page. */
export async function trySample(): Promise<void> {
  await chooseSampleWorld()
  redirect(routes.signIn)
}

export async function setUp(_: SetupFormState, form: FormData): Promise<SetupFormState> {
  const typed = typedIn(form)
  const password = passwordIn(form, 'password')
  if (password !== passwordIn(form, 'repeat')) return { typed, field: 'repeat', problem: 'different' }
  const store = await cookies()
  const read = setupRequest.safeParse(requestOf(form, store.get(SETUP_COOKIE)?.value, password))
  if (!read.success) {
    const field = fieldOf(read.error.issues[0]?.path ?? [])
    return { typed, field, problem: field ?? 'no_account' }
  }
  const result = await setUpWith(read.data, await headers())
  if (result.state !== 'done') return toState(typed, result)
  store.delete({ name: SETUP_COOKIE, path: routes.setup })
  return signInAfterSetup(result.email, password)
}

/** Signs in with the new password; with single sign-on, or if that fails, continues at the sign-in page. */
async function signInAfterSetup(email: string, password: string): Promise<never> {
  const isSignedIn = password !== '' && (await startSession(email, password)).ok
  redirect(isSignedIn ? routes.setup : asRoute(signInPath({ done: 'setup', email })))
}

/** Not trimmed, because blanks belong to the password. */
const passwordIn = (form: FormData, name: string): string => {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

function typedIn(form: FormData): Record<string, string> {
  const names = [...form.keys()].filter((name) => !name.startsWith('$') && !['password', 'repeat'].includes(name))
  return Object.fromEntries(names.map((name) => [name, textOf(form, name)]))
}

function requestOf(form: FormData, storedToken: string | undefined, password: string) {
  const account = {
    name: textOf(form, 'name'),
    slug: textOf(form, 'slug'),
    plan: textOf(form, 'plan'),
    limits: limitsIn(form),
  }
  return {
    token: textOf(form, 'setup-token') || (storedToken ?? ''),
    account: form.has('name') ? account : undefined,
    owner: { email: textOf(form, 'email'), password: password === '' ? null : password },
  }
}

const isLimitChoice = (choice: string): choice is 'none' | 'number' => choice === 'none' || choice === 'number'

/** Returns only the limits that differ from the plan. */
function limitsIn(form: FormData): Record<string, number | null> {
  const limits: Record<string, number | null> = {}
  for (const key of Object.keys(usageLimits.shape)) {
    const choice = textOf(form, `limit-${key}`)
    if (!isLimitChoice(choice)) continue
    const amount = textOf(form, `amount-${key}`)
    limits[key] = choice === 'none' ? null : /^\d{1,15}$/.test(amount) ? Number(amount) : Number.NaN
  }
  return limits
}

const fields = ['name', 'slug', 'limits', 'email', 'token'] as const

const fieldOf = (path: readonly PropertyKey[]) => fields.find((field) => path.includes(field))

type SetUpRefusal = Exclude<Awaited<ReturnType<typeof setUpWith>>, { readonly state: 'done' }>

const refusalFields: Readonly<Partial<Record<SetUpRefusal['state'], SetupField>>> = {
  token: 'token',
  slug_taken: 'slug',
  provider_account: 'slug',
  email_taken: 'email',
  password: 'password',
}

function toState(typed: Record<string, string>, refusal: SetUpRefusal): SetupFormState {
  const field = refusalFields[refusal.state]
  if (refusal.state === 'password') return { typed, field, problem: { fault: refusal.fault } }
  if (refusal.state === 'wait') return { typed, field, problem: { minutes: Math.ceil(refusal.retryAfterS / 60) } }
  return { typed, field, problem: refusal.state }
}
