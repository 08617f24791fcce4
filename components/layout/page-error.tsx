'use client'

import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'

import { Card } from '@/components/ui/card'
import { FailedState } from '@/components/ui/failed-state'

const POLL_MS = 3_000

async function checkDatabase(signal: AbortSignal): Promise<'ok' | 'down' | 'unknown'> {
  const answer = await fetch('/api/health', { signal, cache: 'no-store' })
  if (answer.ok) return 'ok'
  const health = (await answer.json()) as { readonly failing?: string }
  return health.failing === 'storage' ? 'down' : 'unknown'
}

/**
 * Whether the page failed because the panel's database does not respond. Reloads the page automatically once it does.
 */
function useIsDatabaseDown(): boolean {
  const { data } = useQuery({
    queryKey: ['health', 'store'],
    queryFn: ({ signal }) => checkDatabase(signal),
    refetchInterval: POLL_MS,
    staleTime: 0,
    gcTime: 0,
  })
  const wasDown = useRef(false)
  useEffect(() => {
    if (data === 'down') wasDown.current = true
    if (data === 'ok' && wasDown.current) window.location.reload()
  }, [data])
  return data === 'down'
}

export interface PageErrorProps {
  readonly error: Error & { readonly digest?: string }
  readonly reset: () => void
}

/** Content of the panel's only `error.tsx`; the frame stays usable. `digest` finds the error in the server's log. */
export function PageError({ error, reset }: PageErrorProps) {
  const t = useTranslations('common.failed')
  const isDatabaseDown = useIsDatabaseDown()
  return (
    <Card>
      <FailedState reason={t(isDatabaseDown ? 'storage' : 'page')} requestId={error.digest} onRetry={reset} />
    </Card>
  )
}
