'use client'

import { useActionState } from 'react'
import { useTranslations } from 'use-intl'

import { NewPasswordField, usePasswordFaultWords } from '@/components/forms/new-password-field'
import { asRoute } from '@/components/layout/as-route'
import { Banner } from '@/components/layout/banner'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/inputs/text-field'
import { Link } from '@/components/ui/link'
import { type PasswordFault, passwordFaults } from '@/lib/domain/password-rules'
import { joinPath, signInPath } from '@/lib/domain/routes'

import type { JoinState } from './auth-state'

interface JoinFormProps {
  readonly action: (state: JoinState, form: FormData) => Promise<JoinState>
  readonly token: string
  readonly email: string
  readonly way: 'confirm' | 'other' | 'signIn' | 'newcomer'
  readonly current: string | undefined
}

/** Joins an account. Plain forms work without JavaScript. */
export function JoinForm({ way, ...props }: JoinFormProps) {
  const t = useTranslations('auth.join')
  const { email, token, current = '' } = props
  if (way === 'other') return <Banner tone="warn">{t('other', { current, email })}</Banner>
  if (way === 'signIn') {
    const signInHref = signInPath({ from: joinPath(token), email })
    return (
      <>
        <p className="text-muted">{t('known')}</p>
        <Link href={asRoute(signInHref)} className="underline">
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
          {/* Tells password managers whose password this is. */}
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
  return (
    <>
      <TextField label={t('join.name')} name="name" autoComplete="name" maxLength={80} defaultValue={name} key={name} />
      <NewPasswordField label={t('join.password')} name="password" />
      <TextField label={t('join.repeat')} name="repeat" type="password" autoComplete="new-password" required />
    </>
  )
}

function JoinProblem({ state }: { readonly state: JoinState }) {
  const t = useTranslations('auth.join')
  const tPassword = useTranslations('auth-passwords')
  const faultWords = usePasswordFaultWords()
  if (state === undefined) return null
  const { problem } = state
  const text = () => {
    if (problem === 'different') return tPassword('different')
    const fault = passwordFaults.find((each) => each === problem)
    return fault === undefined ? undefined : faultWords(fault)
  }
  return <Banner tone="danger">{text() ?? t(joinProblemOf(problem))}</Banner>
}

type JoinProblemWord = Exclude<NonNullable<JoinState>['problem'], PasswordFault | 'different'>
const joinProblems = [
  'unknown',
  'used',
  'withdrawn',
  'expired',
  'void',
  'known',
  'failed',
] as const satisfies JoinProblemWord[]
const joinProblemOf = (problem: string): JoinProblemWord => joinProblems.find((each) => each === problem) ?? 'failed'
