'use client'

import { useTranslations } from 'use-intl'

import { classNames } from '@/components/ui/class-names'
import { Icon } from '@/components/ui/icon'
import type { CallFault } from '@/lib/client/last-calls'

/** What `/api/health` says, unless the newest calls say worse. */
export type ServiceState = 'ok' | 'degraded' | 'down' | 'waiting' | 'partly' | CallFault

interface StatusPillProps {
  readonly state: ServiceState
  /** Of the last answer, in ms; shown while all is well. */
  readonly latencyMs?: number | undefined
}

/** What is not broken outright, only slow, partial or stopped for a reason. */
const mild: ReadonlySet<ServiceState> = new Set(['degraded', 'waiting', 'partly', 'payment', 'limited'])

/** How the service behind the panel is doing. The words say it; the dot only repeats it. */
export function StatusPill({ state, latencyMs }: StatusPillProps) {
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
