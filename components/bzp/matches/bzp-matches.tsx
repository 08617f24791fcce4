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
import type { BzpAlert } from '@/lib/contract/panel/bzp-alerts'

import { MatchRowsSkeleton } from './bzp-matches-skeleton'
import { MatchFilters } from './match-filters'
import { MatchListView } from './match-list-view'
import { firstMatchesInput, matchAddress, type MatchSearch } from './match-search'

/** What saved alerts found: the desk of whoever answers tenders. */
export function BzpMatches() {
  const { allowed } = usePermission('bzpMatches.list')
  const { search, change } = useAddressSearch(matchAddress)
  const alerts = useQuery({ ...panelQuery('bzpAlerts.list', {}), enabled: allowed }).data?.items ?? []
  const onChange = useCallback((part: Partial<MatchSearch>) => change(part), [change])
  if (!allowed) return <DeniedPage page="bzpMatches" />
  return (
    <Narrowed key={JSON.stringify(search)} search={search} alerts={alerts}>
      <MatchFilters search={search} alerts={alerts} onChange={onChange} />
    </Narrowed>
  )
}

interface NarrowedProps {
  readonly search: MatchSearch
  readonly alerts: readonly BzpAlert[]
  /** The filters. */
  readonly children: ReactNode
}

/** One list per search: another search begins anew. */
function Narrowed({ search, alerts, children }: NarrowedProps) {
  const t = useTranslations('bzp-matches')
  const first = useQuery({
    ...panelQuery('bzpMatches.list', firstMatchesInput(search)),
    // News wait for their reader: the page as it was opened stays.
    staleTime: 0,
    gcTime: 0,
    refetchOnMount: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  if (first.data !== undefined) {
    return (
      <MatchListView search={search} first={first.data} alerts={alerts}>
        {children}
      </MatchListView>
    )
  }
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('loading')} />
      {children}
      <Card>{first.isError ? <QueryFailed query={first} what={t('what')} /> : <MatchRowsSkeleton />}</Card>
    </>
  )
}
