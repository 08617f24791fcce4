'use client'

import { useActionState, useEffect, useRef, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/inputs/text-field'
import { Link } from '@/components/ui/link'
import { routes } from '@/lib/domain/routes'

import type { SignInState, SecondStepState } from './auth-state'
import { type AskPasskey, PasskeyButton } from './passkey-button'

/** That the sign-in form was sent, in this tab. Signing out clears it (`Clear-Site-Data`). */
const NAME = 'sign-in-sent'
const FRESH_MS = 30_000

const noteAttempt = (): void => withStore((store) => store.setItem(NAME, String(Date.now())))

/** It was refused, so that nobody was signed in. */
const forgetAttempt = (): void => withStore((store) => store.removeItem(NAME))

/** Whether it was sent just now. */
function isAttemptFresh(): boolean {
  let sentAt = -Infinity
  withStore((store) => (sentAt = Number(store.getItem(NAME) ?? -Infinity)))
  return Date.now() - sentAt < FRESH_MS
}

/** A browser that keeps nothing of a site throws. */
function withStore(act: (store: Storage) => void): void {
  try {
    act(sessionStorage)
  } catch {
    // Then nothing is known of it.
  }
}

/** What the address of the page says: why it was opened. */
export type SignInNotice =
  | 'expired'
  | 'notKept'
  | 'done'
  | 'doneEmail'
  | 'doneSetup'
  | 'wrong'
  | 'waitSome'
  | 'unavailable'
  | 'failed'
  | 'secondFactorRequired'
  | `sso.${'unreachable' | 'failed' | 'cancelled' | 'issuer' | 'no_email' | 'unverified'}`
  | `sso.${'domain' | 'disabled' | 'no_account' | 'other_identity'}`
  | undefined

/** Nothing went wrong. */
const quietNotices: readonly SignInNotice[] = ['expired', 'done', 'doneEmail', 'doneSetup']

interface SignInFormProps {
  readonly action: (state: SignInState, form: FormData) => Promise<SignInState>
  /** Where to go afterwards. */
  readonly from: string
  readonly notice: SignInNotice
  readonly askPasskey: AskPasskey
  /** People sign in by a password of this panel; else only the notice is shown. */
  readonly hasPassword: boolean
}

function useMessage(state: SignInState, notice: SignInNotice): string | undefined {
  const t = useTranslations('auth.signIn')
  if (state?.reason === 'wait') return t('wait', { minutes: Math.ceil(state.retryAfterS / 60) })
  if (state === undefined || state.reason === 'second_step') return notice && t(notice)
  return t(words[state.reason])
}

const words = {
  credentials: 'wrong',
  no_account: 'noAccount',
  over: 'over',
  passkey: 'passkeyFailed',
  unavailable: 'unavailable',
} as const

const neverChanges = () => () => undefined

/** The part of the address after `#`, which browsers carry along to this page and never send to the server. */
const useHash = (): string =>
  useSyncExternalStore(
    neverChanges,
    () => window.location.hash,
    () => '',
  )

/** The password and then, where the person has a second factor, the second step. */
export function SignInForm({ action, from, notice, askPasskey, hasPassword }: SignInFormProps) {
  const [state, submit, isPending] = useActionState(action, undefined)
  const isNotKept = useIsNotKept(state, isPending)
  const hash = useHash()
  const shared = { submit, isPending, askPasskey, hasPassword, from: from.includes('#') ? from : `${from}${hash}` }
  if (state?.reason === 'second_step') return <SecondStepForm {...shared} {...state} />
  return <PasswordForm {...shared} state={state} notice={isNotKept ? 'notKept' : notice} />
}

/** Somebody has just sent this form, was not refused, and is here again: the browser did not keep the cookie. */
function useIsNotKept(state: SignInState, isPending: boolean): boolean {
  const wasSent = useSyncExternalStore(neverChanges, isAttemptFresh, () => false)
  return wasSent && state === undefined && !isPending
}

interface PasswordFormProps extends Pick<SignInFormProps, 'from' | 'notice' | 'askPasskey' | 'hasPassword'> {
  readonly submit: (form: FormData) => void
  readonly isPending: boolean
  readonly state: SignInState
}

/** A plain form: it works before and without JavaScript. The typed e-mail survives a wrong password. */
function PasswordForm({ submit, isPending, state, from, notice, askPasskey, hasPassword }: PasswordFormProps) {
  const t = useTranslations('auth.signIn')
  const message = useMessage(state, notice)
  const password = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (state === undefined) return
    forgetAttempt()
    // What was wrong is most likely the password, and the e-mail stays typed.
    password.current?.focus()
  }, [state])
  const isQuiet = state === undefined && quietNotices.includes(notice)
  const banner = message !== undefined && <Banner tone={isQuiet ? 'info' : 'danger'}>{message}</Banner>
  if (!hasPassword) return banner
  return (
    <form action={submit} onSubmit={noteAttempt} className="flex flex-col gap-4">
      {banner}
      <input type="hidden" name="from" value={from} />
      <TextField
        label={t('email')}
        name="email"
        type="email"
        autoComplete="username webauthn"
        defaultValue={state?.email ?? ''}
        key={state?.email}
        required
        autoFocus={state === undefined}
      />
      <TextField
        ref={password}
        label={t('password')}
        name="password"
        type="password"
        autoComplete="current-password"
        required
      />
      <Button type="submit" variant="primary" isPending={isPending}>
        {t('submit')}
      </Button>
      <PasskeyButton
        label={t('passkey')}
        variant="secondary"
        ask={() => askPasskey()}
        fields={{ from }}
        submit={submit}
        isOffered
      />
      <Link href={routes.forgottenPassword} className="self-start underline">
        {t('forgotten')}
      </Link>
    </form>
  )
}

interface SecondStepFormProps {
  /** The same door as for the password. */
  readonly submit: (form: FormData) => void
  readonly isPending: boolean
  readonly email: string
  readonly step: SecondStepState
  readonly isWrong: boolean
  readonly from: string
  readonly askPasskey: AskPasskey
}

/** After the password: a code, or a passkey. A plain form: codes work without JavaScript. */
function SecondStepForm({ submit, isPending, email, step, isWrong, from, askPasskey }: SecondStepFormProps) {
  const t = useTranslations('auth.secondStep')
  const code = useRef<HTMLInputElement>(null)
  const { token } = step
  useEffect(() => {
    // Each step, and each wrong answer to one, comes with a token of its own.
    if (token !== '') code.current?.focus()
  }, [token])
  const fields = { email, from, step: token }
  return (
    <>
      <p className="break-words">{t('text', { email })}</p>
      {isWrong && <Banner tone="danger">{t('wrong')}</Banner>}
      {step.passkey && (
        <PasskeyButton
          label={t('passkey')}
          variant="primary"
          ask={() => askPasskey(token)}
          fields={fields}
          submit={submit}
        />
      )}
      {step.code && (
        <form action={submit} className="flex flex-col gap-4">
          {Object.entries(fields).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <TextField
            ref={code}
            label={t('code')}
            hint={t('codeHint')}
            name="code"
            autoComplete="one-time-code"
            autoCapitalize="characters"
            maxLength={40}
            required
          />
          <Button type="submit" variant={step.passkey ? 'secondary' : 'primary'} isPending={isPending}>
            {t('submit')}
          </Button>
        </form>
      )}
      <a href={routes.signIn} className="self-center text-accent-ink underline">
        {t('other')}
      </a>
    </>
  )
}
