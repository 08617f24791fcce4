'use client'

import { useActionState, useEffect, useRef, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/inputs/text-field'
import { Link } from '@/components/ui/link'
import { routes } from '@/lib/domain/routes'

import type { SignInState, SecondStepState } from './auth-state'
import { type RequestPasskeyChallenge, PasskeyButton } from './passkey-button'

/** The storage key that records that the form was submitted in this tab. Signing out clears it (`Clear-Site-Data`). */
const STORAGE_KEY = 'sign-in-sent'
const FRESH_MS = 30_000

const recordAttempt = (): void => withStore((store) => store.setItem(STORAGE_KEY, String(Date.now())))

/** Called after a refusal, for which no cookie is expected. */
const forgetAttempt = (): void => withStore((store) => store.removeItem(STORAGE_KEY))

function isAttemptFresh(): boolean {
  let sentAt = -Infinity
  withStore((store) => (sentAt = Number(store.getItem(STORAGE_KEY) ?? -Infinity)))
  return Date.now() - sentAt < FRESH_MS
}

/** Storage throws if the browser blocks it for the site. */
function withStore(act: (store: Storage) => void): void {
  try {
    act(sessionStorage)
  } catch {
    // Without storage the attempt is unknown.
  }
}

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

/** Notices that are not errors. */
const quietNotices: readonly SignInNotice[] = ['expired', 'done', 'doneEmail', 'doneSetup']

export interface SignInFormProps {
  readonly action: (state: SignInState, form: FormData) => Promise<SignInState>
  readonly from: string
  /** Fills in the field; empty if it is not known. */
  readonly email: string
  readonly notice: SignInNotice
  readonly requestPasskeyChallenge: RequestPasskeyChallenge
  /** Whether users sign in by a password of this panel; if not, only the notice is shown. */
  readonly hasPassword: boolean
  /** The result of an attempt before this form was shown. */
  readonly initial?: SignInState
}

function useMessage(state: SignInState, notice: SignInNotice): string | undefined {
  const t = useTranslations('auth.signIn')
  if (state?.reason === 'wait') return t('wait', { minutes: Math.ceil(state.retryAfterS / 60) })
  if (state === undefined || state.reason === 'second_step') return notice && t(notice)
  return t(reasonKeys[state.reason])
}

const reasonKeys = {
  credentials: 'wrong',
  no_account: 'noAccount',
  sample_ended: 'sampleEnded',
  over: 'over',
  passkey: 'passkeyFailed',
  unavailable: 'unavailable',
} as const

const neverChanges = () => () => undefined

/**
 * The part of the address after `#`, which browsers retain through redirects to this page and never send to the server.
 */
const useHash = (): string =>
  useSyncExternalStore(
    neverChanges,
    () => window.location.hash,
    () => '',
  )

export function SignInForm({
  action,
  from,
  email,
  notice,
  requestPasskeyChallenge,
  hasPassword,
  initial,
}: SignInFormProps) {
  const [state, submit, isPending] = useActionState(action, initial)
  const isCookieMissing = useIsCookieMissing(state, isPending)
  const hash = useHash()
  const shared = {
    submit,
    isPending,
    requestPasskeyChallenge,
    hasPassword,
    from: from.includes('#') ? from : `${from}${hash}`,
  }
  if (state?.reason === 'second_step') return <SecondStepForm {...shared} {...state} />
  return <PasswordForm {...shared} email={email} state={state} notice={isCookieMissing ? 'notKept' : notice} />
}

/**
 * If the form was just submitted without a refusal and the page appears again, the browser did not store the cookie.
 */
function useIsCookieMissing(state: SignInState, isPending: boolean): boolean {
  const wasSent = useSyncExternalStore(neverChanges, isAttemptFresh, () => false)
  return wasSent && state === undefined && !isPending
}

interface PasswordFormProps extends Pick<
  SignInFormProps,
  'from' | 'email' | 'notice' | 'requestPasskeyChallenge' | 'hasPassword'
> {
  readonly submit: (form: FormData) => void
  readonly isPending: boolean
  readonly state: SignInState
}

/** A plain form works without JavaScript. The typed e-mail remains after a wrong password. */
function PasswordForm({
  submit,
  isPending,
  state,
  from,
  email,
  notice,
  requestPasskeyChallenge,
  hasPassword,
}: PasswordFormProps) {
  const t = useTranslations('auth.signIn')
  const message = useMessage(state, notice)
  const password = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (state === undefined) return
    forgetAttempt()
    // The password is the most likely error, so it receives the focus.
    password.current?.focus()
  }, [state])
  const isQuiet = state === undefined && quietNotices.includes(notice)
  const banner = message !== undefined && <Banner tone={isQuiet ? 'info' : 'danger'}>{message}</Banner>
  if (!hasPassword) return banner
  return (
    <form action={submit} onSubmit={recordAttempt} className="flex flex-col gap-4">
      {banner}
      <input type="hidden" name="from" value={from} />
      <TextField
        label={t('email')}
        name="email"
        type="email"
        autoComplete="username webauthn"
        defaultValue={state?.email ?? email}
        key={state?.email}
        required
        autoFocus={state === undefined && email === ''}
      />
      <TextField
        ref={password}
        label={t('password')}
        name="password"
        type="password"
        autoComplete="current-password"
        required
        autoFocus={state === undefined && email !== ''}
      />
      <Button type="submit" variant="primary" isPending={isPending}>
        {t('submit')}
      </Button>
      <PasskeyButton
        label={t('passkey')}
        variant="secondary"
        requestChallenge={() => requestPasskeyChallenge()}
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
  /** The same action as for the password. */
  readonly submit: (form: FormData) => void
  readonly isPending: boolean
  readonly email: string
  readonly step: SecondStepState
  readonly isWrong: boolean
  readonly from: string
  readonly requestPasskeyChallenge: RequestPasskeyChallenge
}

/** Asks for a code or a passkey after the password. As a plain form, codes work without JavaScript. */
function SecondStepForm({
  submit,
  isPending,
  email,
  step,
  isWrong,
  from,
  requestPasskeyChallenge,
}: SecondStepFormProps) {
  const t = useTranslations('auth.secondStep')
  const code = useRef<HTMLInputElement>(null)
  const { token } = step
  useEffect(() => {
    // Each step, and each wrong answer to one, has a new token.
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
          requestChallenge={() => requestPasskeyChallenge(token)}
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
