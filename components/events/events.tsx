'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { DeniedPage } from '@/components/layout/denied-page'
import { PageHeader } from '@/components/layout/page-header'
import { QueryFailed } from '@/components/layout/query-states'
import { usePermission } from '@/components/layout/viewer'
import { TabLinks } from '@/components/shared/tab-links'
import { useAddressSearch } from '@/components/ui/address/use-address-search'
import { Card } from '@/components/ui/card'
import { useClock } from '@/components/ui/clock'
import { panelQuery } from '@/lib/client/queries'
import { warsawDay } from '@/lib/domain/calendar'
import { eventSeverities } from '@/lib/domain/events/event-kinds'
import { formatInteger } from '@/lib/domain/format/format'
import { routes } from '@/lib/domain/routes'

import { EventFeed } from './event-feed'
import { EventFilters } from './event-filters'
import { eventAddress, type EventSearch, type FilterQuery, toFilterQuery } from './event-search'
import { EventsMenu } from './events-menu'
import { firstEventsInput } from './events-queries'
import { FeedSkeleton } from './feed-skeleton'
import type { SeverityCounts } from './feed-store'

export function Events() {
  const t = useTranslations('events')
  const permission = usePermission('events.list')
  const { search, change } = useAddressSearch(eventAddress)
  const onClear = useCallback(() => change(eventAddress.none), [change])
  const today = warsawDay(new Date(useClock()))
  const filter = useMemo(() => toFilterQuery(search, today), [search, today])
  const client = useQueryClient()
  // The feed reports later counts; a new search keeps the old ones until it has its own.
  const [counts, setCounts] = useState<SeverityCounts | undefined>(
    () => client.getQueryData(panelQuery('events.list', firstEventsInput(filter)).queryKey)?.by_severity,
  )
  if (!permission.allowed) return <DeniedPage page="events" />
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={<EventsMenu filter={filter} total={counts && shownCount(counts, search.severity)} />}
      />
      <SeverityTabs search={search} counts={counts} onChange={(severity) => change({ severity })} />
      <EventFilters search={search} onChange={change} onClear={onClear} />
      <SearchedFeed key={JSON.stringify(filter)} search={search} filter={filter} onCounts={setCounts} />
    </>
  )
}

interface SeverityTabsProps {
  readonly search: EventSearch
  readonly counts: SeverityCounts | undefined
  readonly onChange: (severity: EventSearch['severity']) => void
}

const shownCount = (counts: SeverityCounts, severity: EventSearch['severity']): number =>
  severity === undefined ? counts.urgent + counts.review + counts.rest : counts[severity]

const tabs = ['all', ...eventSeverities] as const

function SeverityTabs({ search, counts, onChange }: SeverityTabsProps) {
  const t = useTranslations('events')
  const words = useTranslations('event-kinds.severities')
  const locale = useLocale()
  const countOf = (tab: (typeof tabs)[number]) => {
    if (counts === undefined) return undefined
    return shownCount(counts, tab === 'all' ? undefined : tab)
  }
  const severityOf = (tab: (typeof tabs)[number]) => (tab === 'all' ? undefined : tab)
  return (
    <TabLinks
      label={t('tabs.label')}
      current={search.severity ?? 'all'}
      onChange={(tab) => onChange(severityOf(tab))}
      tabs={tabs.map((tab) => {
        const count = countOf(tab)
        return {
          id: tab,
          href: `${routes.events}${eventAddress.write({ ...search, severity: severityOf(tab) })}`,
          label: (
            <>
              {tab === 'all' ? t('tabs.all') : words(tab)}
              {count !== undefined && (
                <span className="text-sm font-normal text-muted tabular">{formatInteger(count, locale)}</span>
              )}
            </>
          ),
        }
      })}
    />
  )
}

interface SearchedFeedProps {
  readonly search: EventSearch
  readonly filter: FilterQuery
  readonly onCounts: (counts: SeverityCounts) => void
}

/** A changed search starts a new feed. */
function SearchedFeed({ search, filter, onCounts }: SearchedFeedProps) {
  const t = useTranslations('events')
  // The page as first loaded does not change; new events and reviews arrive through the feed. It is loaded again when
  // the search is chosen again, because a list of events to review is shorter then.
  const first = useQuery({
    ...panelQuery('events.list', firstEventsInput(filter)),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  if (first.data === undefined) {
    return <Card>{first.isError ? <QueryFailed query={first} contentName={t('what')} /> : <FeedSkeleton />}</Card>
  }
  return (
    <EventFeed
      // A list that was loaded again starts anew, without the events that were reviewed.
      key={first.dataUpdatedAt}
      search={search}
      filter={filter}
      first={first.data}
      loadedAt={first.dataUpdatedAt}
      onReload={() => void first.refetch()}
      onCounts={onCounts}
    />
  )
}
