'use client'

import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'

import { QueryFailed, QueryWaiting } from '@/components/layout/query-states'
import { usePermission } from '@/components/layout/viewer'
import { Card } from '@/components/ui/card'
import { SkeletonRows } from '@/components/ui/skeleton'
import type { OperationAnswer } from '@/lib/client/client'
import { isMissing } from '@/lib/domain/api-error'

import { EventsCard } from './events-card'
import { FactsCard } from './facts-card'
import { HistoryCard } from './history-card'
import { RulesCard } from './rules-card'
import { FilterExpectation } from './watched-filter'

type Monitor = OperationAnswer<'monitors.get'>

interface MonitorCardsProps {
  readonly id: string
  readonly monitor: UseQueryResult<Monitor>
  /** Tells the cards of several monitors on one page apart. */
  readonly suffix?: string | undefined
}

/** All about one monitor: its events, facts, rules and history. */
export function MonitorCards({ id, monitor, suffix }: MonitorCardsProps) {
  const t = useTranslations('monitors-detail')
  const history = usePermission('coverage.history')
  const titled = (title: string) => (suffix === undefined ? title : `${title} · ${suffix}`)
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1.62fr)_minmax(0,1fr)]">
      <EventsCard
        id={id}
        title={titled(t('events'))}
        whenNone={<NoEvents monitor={monitor.data} isDeleted={isMissing(monitor.error)} />}
      />
      <div className="grid min-w-0 gap-4">
        <Facts monitor={monitor} title={titled(t('facts'))} />
        {monitor.data !== undefined && <RulesCard monitor={monitor.data} title={titled(t('rules.title'))} />}
        {history.allowed && <HistoryCard id={id} title={titled(t('history.title'))} />}
      </div>
    </div>
  )
}

interface NoEventsProps {
  readonly monitor: Monitor | undefined
  readonly isDeleted: boolean
}

/** A monitor without a valid subject gets no promise of events. */
function NoEvents({ monitor, isDeleted }: NoEventsProps) {
  const t = useTranslations('monitors-detail.noEventsOf')
  if (isDeleted) return t('deleted')
  return monitor?.filter_id ? <FilterExpectation id={monitor.filter_id} /> : t('subject')
}

function Facts({ monitor, title }: { readonly monitor: UseQueryResult<Monitor>; readonly title: string }) {
  const t = useTranslations('monitors-detail')
  const { data, error } = monitor
  if (data !== undefined) return <FactsCard monitor={data} title={title} />
  if (isMissing(error)) return null
  return (
    <Card>
      {error === null ? (
        <QueryWaiting query={monitor}>
          <SkeletonRows rows={6} />
        </QueryWaiting>
      ) : (
        <QueryFailed query={monitor} contentName={t('what')} />
      )}
    </Card>
  )
}
