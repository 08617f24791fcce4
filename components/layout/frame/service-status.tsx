'use client'

import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'

import { classNames } from '@/components/ui/class-names'
import { Icon } from '@/components/ui/icon'
import { useAfterLoad } from '@/components/ui/lazy/use-after-load'
import { noCalls, readLastCalls, subscribeLastCalls, type CallFailure } from '@/lib/client/last-calls'
import { noteServerTime } from '@/lib/domain/server-clock'

import { useWaitStep } from '../notice/use-wait-step'
import { noViews, readViews, subscribeViews, waitingSince } from '../notice/view-states'

/** What `/api/health` says, unless the newest calls say worse. */
type ServiceState = 'ok' | 'degraded' | 'down' | 'waiting' | 'partly' | CallFailure

interface StatusPillProps {
  readonly state: ServiceState
  /** Of the last answer, in ms; shown while all is well. */
  readonly latencyMs?: number | undefined
}

/** What is not broken outright, only slow, partial or stopped for a reason. */
const mild: ReadonlySet<ServiceState> = new Set(['degraded', 'waiting', 'partly', 'payment', 'limited'])

/** How the service behind the panel is doing. The words say it; the dot only repeats it. */
function StatusPill({ state, latencyMs }: StatusPillProps) {
  const t = useTranslations('layout.status')
  const words = state === 'ok' && latencyMs !== undefined ? t('okLatency', { ms: Math.round(latencyMs) }) : t(state)
  return (
    <span className="inline-flex h-8 items-center gap-2 rounded-full border bg-card px-3 whitespace-nowrap text-muted tabular max-frame:h-9 max-frame:rounded-md">
      {state === 'ok' ? (
        <span aria-hidden className="size-2 rounded-full bg-bar" />
      ) : (
        <Icon
          name="alert"
          size={14}
          className={classNames('shrink-0', mild.has(state) ? 'text-warn' : 'text-danger-mark')}
        />
      )}
      <span className="max-sm:sr-only">{words}</span>
    </span>
  )
}

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

/** What the page's own calls say that is not well; the health knows less, as it asks without the account. */
function useSaid(): ServiceState | undefined {
  const said = useSyncExternalStore(subscribeLastCalls, readLastCalls, noCalls)
  const isWaiting = useWaitStep(waitingSince(useSyncExternalStore(subscribeViews, readViews, noViews))) !== undefined
  if (said !== 'ok' && said !== 'none') return said
  return isWaiting ? 'waiting' : undefined
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
  const said = useSaid()
  if (said !== undefined) return <StatusPill state={said} />
  if (data) return <StatusPill state={data.state} latencyMs={data.latencyMs} />
  // Its place, so that nothing beside it moves when the first answer comes.
  return (
    <span aria-hidden className="invisible max-sm:hidden">
      <StatusPill state="ok" />
    </span>
  )
}
