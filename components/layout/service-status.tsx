'use client'

import { useQuery } from '@tanstack/react-query'

import { useAfterLoad } from '@/components/ui/use-after-load'
import { noteServerTime } from '@/lib/domain/server-clock'

import { type ServiceState, StatusPill } from './status-pill'

const EVERY_MS = 60_000
const HEALTH = '/api/health'

type Health = { readonly state: ServiceState; readonly latencyMs?: number }

/** Never rejects: no answer is an answer here. The time is the whole way there and back. */
async function askHealth(signal: AbortSignal): Promise<Health> {
  const startedAt = performance.now()
  try {
    const answer = await fetch(HEALTH, { signal, cache: 'no-store' })
    const latencyMs = performance.now() - startedAt
    noteServerTime(answer.headers.get('date'))
    // A body left unread keeps the connection busy.
    await answer.text()
    return answer.ok ? { state: 'ok', latencyMs } : { state: 'degraded' }
  } catch (error) {
    if (signal.aborted) throw error
    return { state: 'down' }
  }
}

/** The pill in the top bar: asked once the page has loaded, then every minute while the page is looked at. */
export function ServiceStatus() {
  const isLoaded = useAfterLoad()
  const { data } = useQuery({
    queryKey: ['health'],
    queryFn: ({ signal }) => askHealth(signal),
    enabled: isLoaded,
    refetchInterval: EVERY_MS,
    staleTime: EVERY_MS,
  })
  if (data) return <StatusPill state={data.state} latencyMs={data.latencyMs} />
  // Its place, so that nothing beside it moves when the first answer comes.
  return (
    <span aria-hidden className="invisible max-sm:hidden">
      <StatusPill state="ok" />
    </span>
  )
}
