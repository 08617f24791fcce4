'use client'

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback } from 'react'
import { useTranslations } from 'use-intl'

import { DeniedPage } from '@/components/layout/denied-page'
import { PageHeader } from '@/components/layout/page-header'
import { QueryFailed } from '@/components/layout/query-states'
import { usePermission } from '@/components/layout/viewer'
import { SettledSearch } from '@/components/shared/settled-search'
import { useAddressSearch } from '@/components/ui/address/use-address-search'
import { Card } from '@/components/ui/card'
import { Chip, FilterChip } from '@/components/ui/chip'
import { Select } from '@/components/ui/inputs/select'
import { panelQuery } from '@/lib/client/queries'
import type { BzpAlert } from '@/lib/features/bzp/contract/alerts'

import { MatchRowsSkeleton } from './bzp-matches-skeleton'
import { MatchListView } from './match-list-view'
import { firstMatchesInput, matchAddress, type MatchSearch, shownStates } from './match-search'

interface MatchFiltersProps {
  readonly search: MatchSearch
  readonly alerts: readonly BzpAlert[]
  readonly onChange: (part: Partial<MatchSearch>) => void
}

/** The filters of the list, which are stored in the address. */
function MatchFilters({ search, alerts, onChange }: MatchFiltersProps) {
  const t = useTranslations('bzp-matches')
  const alertOptions = alerts.map(({ id, name }) => ({ value: id, label: name }))
  // Without this option, the list of a deleted alert would look like the list of all alerts.
  const isUnknown = search.alert !== undefined && !alerts.some(({ id }) => id === search.alert)
  const unknown = isUnknown ? [{ value: search.alert ?? '', label: t('unknownAlert') }] : []
  const options = [{ value: '', label: t('allAlerts') }, ...unknown, ...alertOptions]
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
      <div role="group" aria-label={t('stateLabel')} className="flex flex-wrap gap-1.5">
        {shownStates.map((state) => (
          <FilterChip key={state} isOn={search.state === state} onChange={() => onChange({ state })}>
            {t(`states.${state}`)}
          </FilterChip>
        ))}
      </div>
      <div className="w-full sm:w-56">
        <Select
          label={t('alert')}
          isLabelHidden
          options={options}
          value={search.alert ?? ''}
          onChange={({ target: { value } }) => onChange({ alert: value === '' ? undefined : value })}
        />
      </div>
      <div className="w-full sm:w-64">
        <SettledSearch
          label={t('find')}
          maxLength={200}
          // A changed search replaces the page, so that the field would lose the focus.
          autoFocus={search.q !== ''}
          q={search.q}
          onChange={(q) => onChange({ q })}
        />
      </div>
      {search.tender !== undefined && (
        <Chip tone="accent" label={t('oneTender')} onRemove={() => onChange({ tender: undefined })}>
          {t('oneTender')}
        </Chip>
      )}
    </div>
  )
}

/** The matches of saved alerts, as a work list for tenders. */
export function BzpMatches() {
  const { allowed } = usePermission('bzpMatches.list')
  const { search, change } = useAddressSearch(matchAddress)
  const alerts = useQuery({ ...panelQuery('bzpAlerts.list', {}), enabled: allowed }).data?.items ?? []
  const onChange = useCallback((part: Partial<MatchSearch>) => change(part), [change])
  if (!allowed) return <DeniedPage page="bzpMatches" />
  return (
    <SearchedMatches key={JSON.stringify(search)} search={search} alerts={alerts}>
      <MatchFilters search={search} alerts={alerts} onChange={onChange} />
    </SearchedMatches>
  )
}

interface SearchedMatchesProps {
  readonly search: MatchSearch
  readonly alerts: readonly BzpAlert[]
  readonly children: ReactNode
}

/** A changed search starts a new list. */
function SearchedMatches({ search, alerts, children }: SearchedMatchesProps) {
  const t = useTranslations('bzp-matches')
  const first = useQuery({
    ...panelQuery('bzpMatches.list', firstMatchesInput(search)),
    // The list does not change while somebody reads it: new matches are shown on request.
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
      <Card>{first.isError ? <QueryFailed query={first} contentName={t('what')} /> : <MatchRowsSkeleton />}</Card>
    </>
  )
}
