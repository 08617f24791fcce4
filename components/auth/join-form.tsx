'use client'

import Link from 'next/link'
import { useActionState } from 'react'
import { useTranslations } from 'use-intl'

import { asRoute } from '@/components/layout/as-route'
import { Banner } from '@/components/layout/banner'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/inputs/text-field'
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '@/lib/domain/password-rules'
import { joinPath, routes } from '@/lib/domain/routes'

import type { JoinState } from './auth-state'

interface JoinFormProps {
  readonly action: (state: JoinState, form: FormData) => Promise<JoinState>
  readonly token: string
  readonly email: string
  /** What stands between the reader and joining. */
  readonly way: 'confirm' | 'other' | 'signIn' | 'newcomer'
  /** Who is signed in. */
  readonly current: string | undefined
}

/** Joins an account. Plain forms: they work before and without JavaScript. */
export function JoinForm({ way, ...props }: JoinFormProps) {
  const t = useTranslations('auth.join')
  const { email, token, current = '' } = props
  if (way === 'other') return <Banner tone="warn">{t('other', { current, email })}</Banner>
  if (way === 'signIn') {
    const back = `${routes.signIn}?${new URLSearchParams({ from: joinPath(token) }).toString()}`
    return (
      <>
        <p className="text-muted">{t('known')}</p>
        <Link href={asRoute(back)} className="underline">
          {t('toSignIn')}
        </Link>
      </>
    )
  }
  return <AcceptForm {...props} isNew={way === 'newcomer'} />
}

function AcceptForm({ action, token, email, isNew }: Omit<JoinFormProps, 'way'> & { readonly isNew: boolean }) {
  const t = useTranslations('auth')
  const [state, submit, isPending] = useActionState(action, undefined)
  return (
    <form action={submit} className="flex flex-col gap-4">
      <JoinProblem state={state} />
      <input type="hidden" name="token" value={token} />
      {isNew && (
        <>
          {/* For password managers: whose password this is. */}
          <input type="hidden" name="email" value={email} autoComplete="username" />
          <NewcomerFields name={state?.name ?? ''} />
        </>
      )}
      <Button type="submit" variant="primary" isPending={isPending}>
        {t('join.submit')}
      </Button>
    </form>
  )
}

function NewcomerFields({ name }: { readonly name: string }) {
  const t = useTranslations('auth')
  const length = { minLength: MIN_PASSWORD_LENGTH, maxLength: MAX_PASSWORD_LENGTH }
  return (
    <>
      <TextField label={t('join.name')} name="name" autoComplete="name" maxLength={80} defaultValue={name} key={name} />
      <TextField
        label={t('join.password')}
        hint={t('signUp.hint', { min: MIN_PASSWORD_LENGTH })}
        name="password"
        type="password"
        autoComplete="new-password"
        required
        {...length}
      />
      <TextField
        label={t('join.repeat')}
        name="repeat"
        type="password"
        autoComplete="new-password"
        required
        {...length}
      />
    </>
  )
}

function JoinProblem({ state }: { readonly state: JoinState }) {
  const t = useTranslations('auth')
  if (state === undefined) return null
  const { problem } = state
  const isPassword = problem === 'short' || problem === 'long' || problem === 'different'
  return (
    <Banner tone="danger">
      {isPassword ? t(`signUp.${problem}`, { min: MIN_PASSWORD_LENGTH }) : t(`join.${problem}`)}
    </Banner>
  )
}
