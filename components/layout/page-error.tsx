'use client'

import { useTranslations } from 'use-intl'

import { Card } from '@/components/ui/card'
import { FailedState } from '@/components/ui/failed-state'

import { useStoreAway } from './use-store-away'

export interface PageErrorProps {
  readonly error: Error & { readonly digest?: string }
  readonly reset: () => void
}

/** What the panel's one `error.tsx` shows when a page breaks: the frame lives on. `digest` finds the error in the server's log. */
export function PageError({ error, reset }: PageErrorProps) {
  const t = useTranslations('common.failed')
  const isStoreAway = useStoreAway()
  return (
    <Card>
      <FailedState reason={t(isStoreAway ? 'storage' : 'page')} requestId={error.digest} onRetry={reset} />
    </Card>
  )
}
