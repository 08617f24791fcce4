'use client'

import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { useTranslations } from 'use-intl'

import { QueryView } from '@/components/layout/query-states'
import { type AddressCodec, useAddressSearch } from '@/components/ui/address/use-address-search'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { SkeletonCard } from '@/components/ui/skeleton-card'
import type { PanelAnswer } from '@/lib/client/client'
import { panelQuery } from '@/lib/client/queries'
import type { PricedCall } from '@/lib/contract/prices'

import type { CompanyTabProps } from './company-tab'
import { type CompanyTab, isCompanyTab } from './company-tabs'
import { FactsTab } from './facts/facts-tab'
import { CompanyActions } from './frame/company-actions'
import { CompanyHead } from './frame/company-head'
import { CompanySkeleton } from './frame/company-skeleton'
import { CostCard } from './frame/cost-card'
import { TabList } from './frame/tab-list'
import { UnlistedNote } from './frame/unlisted-note'
import { useRecentCompany } from './use-recent-company'

const Place = () => <SkeletonCard rows={8} />

const tabBodies: { readonly [T in CompanyTab]: ComponentType<CompanyTabProps> } = {
  // What most come for, and so in the first paint.
  facts: FactsTab,
  people: lazyComponent(async () => (await import('./people/people-tab')).PeopleTab, Place),
  graph: lazyComponent(async () => (await import('./graph/graph-tab')).GraphTab, Place),
  risk: lazyComponent(async () => (await import('./risk/risk-tab')).RiskTab, Place),
  whiteList: lazyComponent(async () => (await import('./white-list/white-list-tab')).WhiteListTab, Place),
  changes: lazyComponent(async () => (await import('./changes/changes-tab')).ChangesTab, Place),
  announcements: lazyComponent(async () => (await import('./announcements/announcements-tab')).AnnouncementsTab, Place),
  mentions: lazyComponent(async () => (await import('./mentions/mentions-tab')).MentionsTab, Place),
  statements: lazyComponent(async () => (await import('./statements/statements-tab')).StatementsTab, Place),
  extracts: lazyComponent(async () => (await import('./extracts/extracts-tab')).ExtractsTab, Place),
}

interface TabSearch {
  readonly tab: CompanyTab
}

const tabInAddress: AddressCodec<TabSearch> = {
  read: (params) => {
    const asked = params.get('tab')
    return { tab: isCompanyTab(asked) ? asked : 'facts' }
  },
  write: ({ tab }) => (tab === 'facts' ? '' : `?tab=${tab}`),
}

interface CompanyPageProps {
  /** As it stands in the address. */
  readonly number: string
  readonly calls: readonly PricedCall[]
}

/** One company: who it is, and everything that can be asked about it, each part at its price. */
export function CompanyPage({ number, calls }: CompanyPageProps) {
  const t = useTranslations('companies')
  const known = useQuery(panelQuery('companies.get', { params: { number } }))
  return (
    <QueryView query={known} what={t('title')} skeleton={<CompanySkeleton />}>
      {(found) => <FoundCompany number={number} calls={calls} found={found} />}
    </QueryView>
  )
}

interface FoundCompanyProps extends CompanyPageProps {
  readonly found: PanelAnswer<'companies.get'>
}

function FoundCompany({ number, calls, found }: FoundCompanyProps) {
  const { search, change } = useAddressSearch(tabInAddress)
  const { tab } = search
  useRecentCompany(found.number, found.company?.name)
  const TabBody = tabBodies[tab]
  const onChange = (next: CompanyTab) => change({ tab: next })
  return (
    <>
      <CompanyHead found={found} actions={<CompanyActions number={number} found={found} onChange={onChange} />} />
      {found.company === null && <UnlistedNote isSearched={found.is_searched} />}
      <TabList number={number} tab={tab} parts={found.parts} calls={calls} onChange={onChange} />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_17rem]">
        <div className="min-w-0">
          <TabBody number={found.number} company={found.company} calls={calls} />
        </div>
        <CostCard spent={found.spent} />
      </div>
    </>
  )
}
