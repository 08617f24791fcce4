'use client'

import { useActionState } from 'react'
import { useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/inputs/text-field'

import type { ConfirmIdentityState } from './auth-state'

interface ConfirmIdentityFormProps {
  readonly action: (state: ConfirmIdentityState, form: FormData) => Promise<ConfirmIdentityState>
  readonly email: string
}

/**
 * Confirms the password of the existing user whose e-mail the identity provider reported. A plain form works without
 * JavaScript.
 */
export function ConfirmIdentityForm({ action, email }: ConfirmIdentityFormProps) {
  const t = useTranslations('auth.confirm')
  const [state, submit, isPending] = useActionState(action, undefined)
  return (
    <form action={submit} className="flex flex-col gap-4">
      {state !== undefined && <Banner tone="danger">{t('wrong')}</Banner>}
      <p>{t('text', { email })}</p>
      <input type="hidden" name="email" value={email} autoComplete="username" />
      <TextField
        label={t('password')}
        name="password"
        type="password"
        autoComplete="current-password"
        required
        autoFocus
      />
      <Button type="submit" variant="primary" isPending={isPending}>
        {t('submit')}
      </Button>
    </form>
  )
}
