'use client'

import { useActionState } from 'react'
import { useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/inputs/text-field'

import type { ForgottenPasswordState } from './auth-state'

interface ForgottenPasswordFormProps {
  readonly action: (state: ForgottenPasswordState, form: FormData) => Promise<ForgottenPasswordState>
}

/** A plain form works without JavaScript. */
export function ForgottenPasswordForm({ action }: ForgottenPasswordFormProps) {
  const t = useTranslations('auth.forgotten')
  const [state, submit, isPending] = useActionState(action, undefined)
  if (state?.state === 'accepted') return <Banner tone="info">{t('accepted', { email: state.email })}</Banner>
  return (
    <form action={submit} className="flex flex-col gap-4">
      {state !== undefined && (
        <Banner tone="danger">{t('wait', { minutes: Math.ceil(state.retryAfterS / 60) })}</Banner>
      )}
      <p>{t('text')}</p>
      <TextField
        label={t('email')}
        name="email"
        type="email"
        autoComplete="username"
        defaultValue={state?.email ?? ''}
        key={state?.email}
        required
        autoFocus
      />
      <Button type="submit" variant="primary" isPending={isPending}>
        {t('submit')}
      </Button>
    </form>
  )
}
