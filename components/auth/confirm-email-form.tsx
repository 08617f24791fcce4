'use client'

import { useActionState } from 'react'
import { useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { Button } from '@/components/ui/button'

import type { ConfirmEmailState } from './auth-state'

interface ConfirmEmailFormProps {
  readonly action: (state: ConfirmEmailState, form: FormData) => Promise<ConfirmEmailState>
  readonly token: string
}

/** A plain form works without JavaScript. */
export function ConfirmEmailForm({ action, token }: ConfirmEmailFormProps) {
  const t = useTranslations('auth.confirmEmail')
  const [state, submit, isPending] = useActionState(action, undefined)
  return (
    <form action={submit} className="flex flex-col gap-4">
      {state !== undefined && <Banner tone="danger">{t(state)}</Banner>}
      <input type="hidden" name="token" value={token} />
      <Button type="submit" variant="primary" isPending={isPending}>
        {t('submit')}
      </Button>
    </form>
  )
}
