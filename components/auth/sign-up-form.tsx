'use client'

import { useActionState } from 'react'
import { useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/inputs/text-field'
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '@/lib/domain/password-rules'

import type { SignUpState } from './auth-state'

interface SignUpFormProps {
  readonly action: (state: SignUpState, form: FormData) => Promise<SignUpState>
  readonly token: string
  readonly email: string
}

/** A plain form: it works before and without JavaScript. */
export function SignUpForm({ action, token, email }: SignUpFormProps) {
  const t = useTranslations('auth.signUp')
  const [state, submit, isPending] = useActionState(action, undefined)
  const length = { minLength: MIN_PASSWORD_LENGTH, maxLength: MAX_PASSWORD_LENGTH }
  return (
    <form action={submit} className="flex flex-col gap-4">
      {state !== undefined && <Banner tone="danger">{t(state.problem, { min: MIN_PASSWORD_LENGTH })}</Banner>}
      <input type="hidden" name="token" value={token} />
      {/* For password managers: whose password this is. */}
      <input type="hidden" name="email" value={email} autoComplete="username" />
      <TextField
        label={t('password')}
        hint={t('hint', { min: MIN_PASSWORD_LENGTH })}
        name="password"
        type="password"
        autoComplete="new-password"
        required
        {...length}
      />
      <TextField label={t('repeat')} name="repeat" type="password" autoComplete="new-password" required {...length} />
      <Button type="submit" variant="primary" isPending={isPending}>
        {t('submit')}
      </Button>
    </form>
  )
}
