'use client'

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback } from 'react'
import { useTranslations } from 'use-intl'

import { DeniedPage } from '@/components/layout/denied-page'
import { PageHeader } from '@/components/layout/page-header'
import { QueryFailed } from '@/components/layout/query-states'
import { usePermission } from '@/components/layout/viewer'
import { useAddressSearch } from '@/components/ui/address/use-address-search'
import { Card } from '@/components/ui/card'
import { panelQuery } from '@/lib/client/queries'

import { EventFeed } from './event-feed'
import { EventFilters } from './event-filters'
import { eventAddress, type EventSearch, toNarrowing } from './event-search'
import { firstEventsInput } from './events-queries'
import { FeedSkeleton } from './feed-skeleton'

/** The page of the events. */
export function Events() {
  const reading = usePermission('events.list')
  const { search, change } = useAddressSearch(eventAddress)
  const onClear = useCallback(() => change(eventAddress.none), [change])
  if (!reading.allowed) return <DeniedPage page="events" />
  return (
    <Narrowed key={JSON.stringify(toNarrowing(search))} search={search}>
      <EventFilters search={search} onChange={change} onClear={onClear} />
    </Narrowed>
  )
}

/** One feed per search: another search begins anew. */
function Narrowed({ search, children }: { readonly search: EventSearch; readonly children: ReactNode }) {
  const t = useTranslations('events')
  // News come through the feed; the page as it was opened stays.
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
      <Card>{first.isError ? <QueryFailed query={first} what={t('what')} /> : <FeedSkeleton />}</Card>
    </>
  )
}
