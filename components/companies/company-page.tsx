'use client'

import { useQuery } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, useEffect } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { QueryView } from '@/components/layout/query-states'
import { useViewer } from '@/components/layout/viewer'
import { PoolRoomText } from '@/components/meters/price-line'
import { usePriceWords } from '@/components/meters/use-price-words'
import { useAddressSearch } from '@/components/ui/address/use-address-search'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-style'
import { useClock } from '@/components/ui/clock'
import { Icon } from '@/components/ui/icon'
import { deferredComponent } from '@/components/ui/lazy/deferred-component'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { Skeleton, SkeletonGroup } from '@/components/ui/skeleton'
import { SkeletonCard } from '@/components/ui/skeleton-card'
import type { PanelAnswer } from '@/lib/client/client'
import { rememberCompany } from '@/lib/client/companies/recent-companies'
import { panelQuery } from '@/lib/client/queries'
import type { PricedCall } from '@/lib/contract/prices'
import { defineAddress, oneOf } from '@/lib/domain/address'
import { companyTitle } from '@/lib/domain/companies/company-title'
import { formatMonth } from '@/lib/domain/format/format'

import type { CompanyTabProps } from './company-tab'
import { type CompanyTab, companyTabs } from './company-tabs'
import { EvidenceLabel } from './evidence/evidence-label'
import { CompanyHead } from './frame/company-head'
import { TabSwitchProvider, TabLink } from './frame/tab-link'
import { TabList } from './frame/tab-list'
import { SummaryTab } from './summary/summary-tab'
import { WatchButton } from './watch/watch-button'
import { WatchCard } from './watch/watch-card'

/** A placeholder of the same size, so that the buttons next to it do not move. */
const EvidencePlaceholder = () => (
  <span aria-hidden className="invisible">
    <Button>
      <EvidenceLabel />
    </Button>
  </span>
)

const EvidenceButton = deferredComponent<{ readonly number: string }>(
  async () => (await import('./evidence/evidence-button')).EvidenceButton,
  EvidencePlaceholder,
)

function CompanyActions({ number, companyAnswer }: Omit<FoundCompanyProps, 'calls' | 'watching'>) {
  const t = useTranslations('companies.watch')
  return (
    <>
      <EvidenceButton number={number} />
      {companyAnswer.monitors.length === 0 ? (
        <WatchButton companyAnswer={companyAnswer} />
      ) : (
        <TabLink tab="watch" className={buttonClass({})}>
          <Icon name="eye" size={14} />
          {t('watched')}
        </TabLink>
      )}
    </>
  )
}

const TabPlaceholder = () => <SkeletonCard rows={8} />

/** The other two are in the first bundle, or belong to the monitors. */
type PartTab = Exclude<CompanyTab, 'summary' | 'watch'>

const tabBodies: { readonly [T in PartTab]: ComponentType<CompanyTabProps> } = {
  facts: lazyComponent(async () => (await import('./facts/facts-tab')).FactsTab, TabPlaceholder),
  people: lazyComponent(async () => (await import('./people/people-tab')).PeopleTab, TabPlaceholder),
  graph: lazyComponent(async () => (await import('./graph/graph-tab')).GraphTab, TabPlaceholder),
  risk: lazyComponent(async () => (await import('./risk/risk-tab')).RiskTab, TabPlaceholder),
  whiteList: lazyComponent(async () => (await import('./white-list/white-list-tab')).WhiteListTab, TabPlaceholder),
  changes: lazyComponent(async () => (await import('./changes/changes-tab')).ChangesTab, TabPlaceholder),
  announcements: lazyComponent(
    async () => (await import('./announcements/announcements-tab')).AnnouncementsTab,
    TabPlaceholder,
  ),
  mentions: lazyComponent(async () => (await import('./mentions/mentions-tab')).MentionsTab, TabPlaceholder),
  statements: lazyComponent(async () => (await import('./statements/statements-tab')).StatementsTab, TabPlaceholder),
  extracts: lazyComponent(async () => (await import('./extracts/extracts-tab')).ExtractsTab, TabPlaceholder),
}

const tabAddress = defineAddress({ tab: oneOf(companyTabs, 'summary') })

interface CompanyPageProps {
  /** As in the address. */
  readonly number: string
  readonly calls: readonly PricedCall[]
  /** The monitors of the company, which belong to another feature. */
  readonly watching: ReactNode
}

export function CompanyPage({ number, ...props }: CompanyPageProps) {
  const t = useTranslations('companies')
  const companyQuery = useQuery(panelQuery('companies.get', { params: { number } }))
  return (
    <QueryView query={companyQuery} contentName={t('title')} skeleton={<CompanySkeleton />}>
      {(companyAnswer) => <FoundCompany {...props} number={number} companyAnswer={companyAnswer} />}
    </QueryView>
  )
}

interface FoundCompanyProps extends CompanyPageProps {
  readonly companyAnswer: PanelAnswer<'companies.get'>
}

function FoundCompany({ number, calls, watching, companyAnswer }: FoundCompanyProps) {
  const { search, change } = useAddressSearch(tabAddress)
  const { tab } = search
  useRecentCompany(companyAnswer.number, companyAnswer.company?.name)
  useTabTitle(number, tab)
  return (
    <TabSwitchProvider value={{ number, onChange: (next) => change({ tab: next }) }}>
      <CompanyHead
        companyAnswer={companyAnswer}
        actions={<CompanyActions number={number} companyAnswer={companyAnswer} />}
      />
      {companyAnswer.company === null && <UnlistedNote isSearched={companyAnswer.is_searched} />}
      <TabList tab={tab} parts={companyAnswer.parts} calls={calls} />
      <TabBody tab={tab} calls={calls} watching={watching} companyAnswer={companyAnswer} />
      <CostLine spent={companyAnswer.spent} />
    </TabSwitchProvider>
  )
}

interface TabBodyProps extends Omit<FoundCompanyProps, 'number'> {
  readonly tab: CompanyTab
}

function TabBody({ tab, calls, watching, companyAnswer }: TabBodyProps) {
  if (tab === 'summary') return <SummaryTab companyAnswer={companyAnswer} calls={calls} />
  if (tab === 'watch') return companyAnswer.monitors.length > 0 ? watching : <WatchCard companyAnswer={companyAnswer} />
  const PartBody = tabBodies[tab]
  return <PartBody number={companyAnswer.number} company={companyAnswer.company} calls={calls} />
}

function CompanySkeleton() {
  return (
    <SkeletonGroup>
      <Skeleton className="h-7 w-2/5" />
      <Skeleton className="mt-2.5 mb-6 h-4 w-3/5" />
      <Skeleton className="mb-4 h-9 w-full" />
      <SkeletonCard rows={8} />
    </SkeletonGroup>
  )
}

/** One line: what was paid for the company this month, and what is left of the lookups. */
function CostLine({ spent }: { readonly spent: PanelAnswer<'companies.get'>['spent'] }) {
  const t = useTranslations('companies.cost')
  const words = usePriceWords()
  const price = spent.length === 0 ? t('nothing') : spent.map(({ pool, units }) => words(pool, units)).join(', ')
  return (
    <p aria-label={t('title')} role="note" className="mt-4 text-sm text-muted tabular">
      {t('paid', { month: formatMonth(useClock(), useLocale()), price })}
      <span className="before:mx-1.5 before:content-['·'] empty:hidden">
        <PoolRoomText pool="lookups" />
      </span>
      <span className="before:mx-1.5 before:content-['·']">{t('note')}</span>
    </p>
  )
}

/**
 * Shown for a valid number that the free search does not find: what a request may return and cost. If the account may
 * not search, only that is shown.
 */
function UnlistedNote({ isSearched }: { readonly isSearched: boolean }) {
  const t = useTranslations(isSearched ? 'companies.unlisted' : 'companies.unsearched')
  return (
    <Banner tone="warn" className="mb-4">
      <p className="font-medium">{t('title')}</p>
      <p>{t('text')}</p>
    </Banner>
  )
}

/**
 * Adds the company to the recent ones that the search offers in this browser. A company without a name is not stored.
 */
function useRecentCompany(number: string, name: string | null | undefined): void {
  const { mark } = useViewer()
  useEffect(() => {
    if (name) rememberCompany(mark, { number, name })
  }, [mark, number, name])
}

/** Tabs of a browser are told apart by the company's number; the server sets the title of the first one. */
function useTabTitle(number: string, tab: CompanyTab): void {
  const t = useTranslations('companies.tabs')
  const brand = useTranslations('layout')('brand')
  const title = companyTitle(number, tab === 'summary' ? undefined : t(tab))
  useEffect(() => {
    if (title !== undefined) document.title = `${title} · ${brand}`
  }, [title, brand])
}
