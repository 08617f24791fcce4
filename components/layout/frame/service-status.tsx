'use client'

import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'

import { classNames } from '@/components/ui/class-names'
import { Icon } from '@/components/ui/icon'
import { Link } from '@/components/ui/link'
import { noCalls, readLastCalls, subscribeLastCalls } from '@/lib/client/last-calls'
import { query } from '@/lib/client/queries'
import { routes } from '@/lib/domain/routes'
import { noteServerTime } from '@/lib/domain/server-clock'
import { isLiftedByCap, readStanding, type Stop } from '@/lib/domain/usage/standing'

import { useWaitStep } from '../notice/use-wait-step'
import { readEmptyViews, readViews, subscribeViews, waitingSince } from '../notice/view-states'
import { useAccountFacts } from '../use-account-facts'
import { type HealthState, type ReportedFailure, type ServiceState, serviceState } from './service-state'
import { statusClass, StatusSpace } from './status-space'
import { useCachedAnswer } from './use-cached-answer'

interface StatusPillProps {
  readonly state: ServiceState
  /** Duration of the last request in milliseconds; shown only while the service is ok. */
  readonly latencyMs?: number | undefined
  /** The page with the reason and what ends the state. */
  readonly href?: typeof routes.spendCap | typeof routes.usage | undefined
}

/** States in which the service is slow, partial or paused, but not broken. */
const isMild = (state: ServiceState): boolean =>
  ['degraded', 'waiting', 'partly', 'payment', 'limited'].includes(state) || state.startsWith('stopped.')

/** The state of the service behind the panel. The text carries the meaning; the colored dot only repeats it. */
function StatusPill({ state, latencyMs, href }: StatusPillProps) {
  const t = useTranslations('layout.status')
  const words = state === 'ok' && latencyMs !== undefined ? t('okLatency', { ms: Math.round(latencyMs) }) : t(state)
  const content = (
    <>
      {state === 'ok' ? (
        <span aria-hidden className="size-2 rounded-full bg-bar" />
      ) : (
        <Icon
          name="alert"
          size={14}
          className={classNames('shrink-0', isMild(state) ? 'text-warn' : 'text-danger-mark')}
        />
      )}
      <span className="max-sm:sr-only">{words}</span>
    </>
  )
  if (href === undefined) return <span className={statusClass}>{content}</span>
  return (
    <Link href={href} prefetch={false} className={classNames(statusClass, 'hover:bg-hover')}>
      {content}
    </Link>
  )
}

const POLL_MS = 60_000
const HEALTH_PATH = '/api/health'

type Health = { readonly state: HealthState; readonly latencyMs?: number }

/** Never rejects: a missing answer is a state too. The latency is the full round trip. */
async function fetchHealth(signal: AbortSignal): Promise<Health> {
  const startedAt = performance.now()
  try {
    const answer = await fetch(HEALTH_PATH, { signal, cache: 'no-store' })
    const latencyMs = performance.now() - startedAt
    noteServerTime(answer.headers.get('date'))
    // An unread body would keep the connection busy.
    await answer.text()
    return answer.ok ? { state: 'ok', latencyMs } : { state: 'degraded' }
  } catch (error) {
    if (signal.aborted) throw error
    return { state: 'down' }
  }
}

/** Why paid calls of the account are refused now: from the meter that every page has, so that no call has to fail first. */
function useStop(): Stop | null {
  const meter = useCachedAnswer(query('usage.api', {}))
  return readStanding(meter ?? {}, useAccountFacts()).stop
}

/** A failure that the page's own calls reported. The health check runs without the account and cannot see it. */
function useReportedFailure(): ReportedFailure | undefined {
  const failure = useSyncExternalStore(subscribeLastCalls, readLastCalls, noCalls)
  const isWaiting =
    useWaitStep(waitingSince(useSyncExternalStore(subscribeViews, readViews, readEmptyViews))) !== undefined
  if (failure !== 'ok' && failure !== 'none') return failure
  return isWaiting ? 'waiting' : undefined
}

/** The status pill of the top bar. It checks once and then every minute while the page is visible. */
export function ServiceStatus() {
  const { data } = useQuery({
    queryKey: ['health'],
    queryFn: ({ signal }) => fetchHealth(signal),
    refetchInterval: POLL_MS,
    staleTime: POLL_MS,
  })
  const [reported, stop] = [useReportedFailure(), useStop()]
  const state = serviceState({ health: data?.state, reported, stop })
  if (state?.startsWith('stopped.'))
    return <StatusPill state={state} href={isLiftedByCap(stop) ? routes.spendCap : routes.usage} />
  if (state !== undefined) return <StatusPill state={state} latencyMs={data?.latencyMs} />
  return <StatusSpace />
}
