'use client'

import { useActionState } from 'react'
import { useTranslations } from 'use-intl'

import { NewPasswordField, usePasswordFaultWords } from '@/components/forms/new-password-field'
import { Banner } from '@/components/layout/banner'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/inputs/text-field'

import type { SignUpState } from './auth-state'
import { SignInForm, type SignInFormProps } from './sign-in-form'

interface SignUpFormProps {
  readonly action: (state: SignUpState, form: FormData) => Promise<SignUpState>
  readonly token: string
  readonly email: string
  /** For the sign-in form, if the new password alone does not sign in. */
  readonly signIn: Omit<SignInFormProps, 'initial'>
}

/** A plain form works without JavaScript. */
export function SignUpForm({ action, token, email, signIn }: SignUpFormProps) {
  const t = useTranslations('auth.signUp')
  const [state, submit, isPending] = useActionState(action, undefined)
  const { fault, different, link } = useProblemWords(state)
  if (state !== undefined && state.problem === undefined) return <SignInForm {...signIn} initial={state.signIn} />
  return (
    <form action={submit} className="flex flex-col gap-4">
      {link !== undefined && <Banner tone="danger">{link}</Banner>}
      <input type="hidden" name="token" value={token} />
      {/* Tells password managers whose password this is. */}
      <input type="hidden" name="email" value={email} autoComplete="username" />
      <NewPasswordField label={t('password')} name="password" token={token} error={fault} />
      <TextField
        label={t('repeat')}
        name="repeat"
        type="password"
        autoComplete="new-password"
        error={different}
        required
      />
      <Button type="submit" variant="primary" isPending={isPending}>
        {t('submit')}
      </Button>
    </form>
  )
}

/** Returns the problem, by the field that shows it. */
function useProblemWords(state: SignUpState) {
  const t = useTranslations('auth.signUp')
  const tPassword = useTranslations('auth-passwords')
  const faultWords = usePasswordFaultWords()
  if (state?.problem === undefined) return {}
  switch (state.problem) {
    case 'different':
      return { different: tPassword('different') }
    case 'unknown':
    case 'used':
    case 'expired':
    case 'busy':
      return { link: t(state.problem) }
    default:
      return { fault: faultWords(state.problem) }
  }
}
