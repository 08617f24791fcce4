'use client'

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback } from 'react'
import { useTranslations, useLocale } from 'use-intl'

import { DeniedPage } from '@/components/layout/denied-page'
import { PageHeader } from '@/components/layout/page-header'
import { QueryFailed } from '@/components/layout/query-states'
import { usePermission } from '@/components/layout/viewer'
import { useAddressSearch } from '@/components/ui/address/use-address-search'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Chip, FilterChip } from '@/components/ui/chip'
import { DateRangeFieldLazy } from '@/components/ui/inputs/date-range-field-lazy'
import { OpeningChip } from '@/components/ui/inputs/opening-chip'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { Skeleton } from '@/components/ui/skeleton'
import { panelQuery } from '@/lib/client/queries'
import { eventSources, shortSourceName } from '@/lib/domain/events/sources'

import { EventFeed } from './event-feed'
import { eventAddress, type EventSearch, toFilterQuery } from './event-search'
import { firstEventsInput } from './events-queries'
import { FeedSkeleton } from './feed-skeleton'

const TagsField = lazyComponent(
  async () => (await import('./tags-field')).TagsField,
  () => <Skeleton className="h-8.5 w-full" />,
)

interface EventFiltersProps {
  readonly search: EventSearch
  readonly onChange: (part: Partial<EventSearch>) => void
  readonly onClear: () => void
}

/** The filters, which are stored in the address except for those with personal numbers. */
function EventFilters({ search, onChange, onClear }: EventFiltersProps) {
  const t = useTranslations('events.filters')
  const locale = useLocale()
  const { sources, tags, monitor, event } = search
  const toggleSource = (source: string) =>
    eventSources.filter((each) => (each === source ? !sources.includes(each) : sources.includes(each)))
  return (
    <div className="mb-4 flex flex-wrap items-start gap-x-4 gap-y-2">
      <div role="group" aria-label={t('source')} className="flex flex-wrap gap-1.5">
        {eventSources.map((source) => (
          <FilterChip
            key={source}
            isOn={sources.includes(source)}
            onChange={() => onChange({ sources: toggleSource(source) })}
          >
            {shortSourceName(source, locale)}
          </FilterChip>
        ))}
      </div>
      <OpeningChip label={t('tag')} isNeeded={tags.length > 0} onClose={() => onChange({ tags: [] })}>
        <TagsField values={tags} onChange={(values) => onChange({ tags: values })} />
      </OpeningChip>
      <OpeningChip
        label={t('days')}
        isNeeded={search.from !== null || search.to !== null}
        onClose={() => onChange({ from: null, to: null })}
      >
        <DateRangeFieldLazy
          label={t('days')}
          isLabelHidden
          value={{ from: search.from, to: search.to }}
          onChange={({ from, to }) => onChange({ from, to })}
        />
      </OpeningChip>
      {monitor !== undefined && (
        <Chip tone="accent" label={t('monitor')} onRemove={() => onChange({ monitor: undefined })}>
          {t('monitor')}
        </Chip>
      )}
      {event !== undefined && (
        <Chip tone="accent" label={t('event')} onRemove={() => onChange({ event: undefined })}>
          {t('event')}
        </Chip>
      )}
      {eventAddress.narrows(search) && (
        <Button variant="ghost" size="sm" className="h-8" onClick={onClear}>
          {t('clear')}
        </Button>
      )}
    </div>
  )
}

export function Events() {
  const permission = usePermission('events.list')
  const { search, change } = useAddressSearch(eventAddress)
  const onClear = useCallback(() => change(eventAddress.none), [change])
  if (!permission.allowed) return <DeniedPage page="events" />
  return (
    <SearchedFeed key={JSON.stringify(toFilterQuery(search))} search={search}>
      <EventFilters search={search} onChange={change} onClear={onClear} />
    </SearchedFeed>
  )
}

/** A changed search starts a new feed. */
function SearchedFeed({ search, children }: { readonly search: EventSearch; readonly children: ReactNode }) {
  const t = useTranslations('events')
  // The page as first loaded does not change; new events arrive through the feed.
  const first = useQuery({
    ...panelQuery('events.list', firstEventsInput(search)),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  if (first.data !== undefined) {
    return (
      <EventFeed search={search} first={first.data}>
        {children}
      </EventFeed>
    )
  }
  return (
    <>
      <PageHeader title={t('title')} />
      {children}
      <Card>{first.isError ? <QueryFailed query={first} contentName={t('what')} /> : <FeedSkeleton />}</Card>
    </>
  )
}
