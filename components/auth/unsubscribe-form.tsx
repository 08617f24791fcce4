'use client'

import { useActionState } from 'react'
import { useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { Button } from '@/components/ui/button'

import type { UnsubscribeState } from './auth-state'

interface UnsubscribeFormProps {
  readonly action: (state: UnsubscribeState, form: FormData) => Promise<UnsubscribeState>
  readonly token: string
}

/** A plain form works without JavaScript. */
export function UnsubscribeForm({ action, token }: UnsubscribeFormProps) {
  const t = useTranslations('auth.unsubscribe')
  const [state, submit, isPending] = useActionState(action, undefined)
  if (state !== undefined) return <Banner tone={state === 'ended' ? 'info' : 'danger'}>{t(state)}</Banner>
  return (
    <form action={submit} className="flex flex-col gap-4">
      <input type="hidden" name="token" value={token} />
      <Button type="submit" variant="primary" isPending={isPending}>
        {t('submit')}
      </Button>
    </form>
  )
}
