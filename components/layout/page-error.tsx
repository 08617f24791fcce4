'use client'

import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'

import { Card } from '@/components/ui/card'
import { FailedState } from '@/components/ui/failed-state'

const EVERY_MS = 3_000

async function askStore(signal: AbortSignal): Promise<'ok' | 'away' | 'unknown'> {
  const answer = await fetch('/api/health', { signal, cache: 'no-store' })
  if (answer.ok) return 'ok'
  const health = (await answer.json()) as { readonly failing?: string }
  return health.failing === 'storage' ? 'away' : 'unknown'
}

/** Whether a page failed because the panel's database does not answer. Once it does, the page is loaded again by itself. */
function useStoreAway(): boolean {
  const { data } = useQuery({
    queryKey: ['health', 'store'],
    queryFn: ({ signal }) => askStore(signal),
    refetchInterval: EVERY_MS,
    staleTime: 0,
    gcTime: 0,
  })
  const wasAway = useRef(false)
  useEffect(() => {
    if (data === 'away') wasAway.current = true
    if (data === 'ok' && wasAway.current) window.location.reload()
  }, [data])
  return data === 'away'
}

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
