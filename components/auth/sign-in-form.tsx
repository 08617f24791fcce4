'use client'

import { useActionState, useEffect, useRef, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/inputs/text-field'

import type { SignInState } from './auth-state'

/** What the address of the page says: why it was opened. */
export type SignInNotice = 'expired' | 'done' | 'doneEmail' | 'wrong' | 'waitSome' | 'failed' | undefined

interface SignInFormProps {
  readonly action: (state: SignInState, form: FormData) => Promise<SignInState>
  /** Where to go afterwards. */
  readonly from: string
  readonly notice: SignInNotice
}

function useMessage(state: SignInState, notice: SignInNotice): string | undefined {
  const t = useTranslations('auth.signIn')
  if (state?.reason === 'credentials') return t('wrong')
  if (state?.reason === 'no_account') return t('noAccount')
  if (state?.reason === 'wait') return t('wait', { minutes: Math.ceil(state.retryAfterS / 60) })
  return notice && t(notice)
}

const neverChanges = () => () => undefined

/** The part of the address after `#`, which browsers carry along to this page and never send to the server. */
const useHash = (): string =>
  useSyncExternalStore(
    neverChanges,
    () => window.location.hash,
    () => '',
  )

/** A plain form: it works before and without JavaScript. The typed e-mail survives a wrong password. */
export function SignInForm({ action, from, notice }: SignInFormProps) {
  const t = useTranslations('auth.signIn')
  const [state, submit, isPending] = useActionState(action, undefined)
  const message = useMessage(state, notice)
  const hash = useHash()
  const password = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // What was wrong is most likely the password, and the e-mail stays typed.
    if (state !== undefined) password.current?.focus()
  }, [state])
  const isQuiet = state === undefined && (notice === 'expired' || notice === 'done' || notice === 'doneEmail')
  return (
    <form action={submit} className="flex flex-col gap-4">
      {message !== undefined && <Banner tone={isQuiet ? 'info' : 'danger'}>{message}</Banner>}
      <input type="hidden" name="from" value={from.includes('#') ? from : `${from}${hash}`} />
      <TextField
        label={t('email')}
        name="email"
        type="email"
        autoComplete="username"
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
    </form>
  )
}
