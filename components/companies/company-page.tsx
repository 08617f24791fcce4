'use client'

import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useEffect } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { asRoute } from '@/components/layout/as-route'
import { Banner } from '@/components/layout/banner'
import { QueryView } from '@/components/layout/query-states'
import { useViewer } from '@/components/layout/viewer'
import { usePoolRoom } from '@/components/meters/price-line'
import { useSummary } from '@/components/meters/use-meters'
import { usePriceWords } from '@/components/meters/use-price-words'
import { useAddressSearch } from '@/components/ui/address/use-address-search'
import { Button, LinkButton } from '@/components/ui/button'
import { Card, CardBody } from '@/components/ui/card'
import { useClock } from '@/components/ui/clock'
import { DataList, DataRow } from '@/components/ui/data-list'
import { deferredComponent } from '@/components/ui/lazy/deferred-component'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { Skeleton, SkeletonGroup } from '@/components/ui/skeleton'
import { SkeletonCard } from '@/components/ui/skeleton-card'
import type { PanelAnswer } from '@/lib/client/client'
import { rememberCompany } from '@/lib/client/companies/recent-companies'
import { panelQuery } from '@/lib/client/queries'
import type { PricedCall } from '@/lib/contract/prices'
import { defineAddress, oneOf } from '@/lib/domain/address'
import { formatInteger, formatMonth } from '@/lib/domain/format/format'
import { companyPath } from '@/lib/domain/routes'
import { poolValuesOf } from '@/lib/domain/usage/pool-reading'
import { type Pool, poolNames, pools } from '@/lib/domain/usage/pools'
import { isShut } from '@/lib/domain/usage/standing'

import type { CompanyTabProps } from './company-tab'
import { type CompanyTab, companyTabs } from './company-tabs'
import { EvidenceLabel } from './evidence/evidence-label'
import { FactsTab } from './facts/facts-tab'
import { CompanyHead } from './frame/company-head'
import { TabList } from './frame/tab-list'
import { WatchButton } from './watch/watch-button'

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

interface CompanyActionsProps extends Omit<FoundCompanyProps, 'calls'> {
  readonly onChange: (tab: CompanyTab) => void
}

function CompanyActions({ number, companyAnswer, onChange }: CompanyActionsProps) {
  const t = useTranslations('companies.head')
  return (
    <>
      <EvidenceButton number={number} />
      {companyAnswer.monitors.length === 0 && <WatchButton companyAnswer={companyAnswer} />}
      <LinkButton
        variant="primary"
        href={asRoute(companyPath(number, 'whiteList'))}
        prefetch={false}
        scroll={false}
        onNavigate={(event) => {
          event.preventDefault()
          onChange('whiteList')
        }}
      >
        {t('checkAccount')}
      </LinkButton>
    </>
  )
}

const TabPlaceholder = () => <SkeletonCard rows={8} />

const tabBodies: { readonly [T in CompanyTab]: ComponentType<CompanyTabProps> } = {
  // The default tab is in the first bundle.
  facts: FactsTab,
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

const tabAddress = defineAddress({ tab: oneOf(companyTabs, 'facts') })

interface CompanyPageProps {
  /** As in the address. */
  readonly number: string
  readonly calls: readonly PricedCall[]
}

export function CompanyPage({ number, calls }: CompanyPageProps) {
  const t = useTranslations('companies')
  const companyQuery = useQuery(panelQuery('companies.get', { params: { number } }))
  return (
    <QueryView query={companyQuery} contentName={t('title')} skeleton={<CompanySkeleton />}>
      {(companyAnswer) => <FoundCompany number={number} calls={calls} companyAnswer={companyAnswer} />}
    </QueryView>
  )
}

interface FoundCompanyProps extends CompanyPageProps {
  readonly companyAnswer: PanelAnswer<'companies.get'>
}

function FoundCompany({ number, calls, companyAnswer }: FoundCompanyProps) {
  const { search, change } = useAddressSearch(tabAddress)
  const { tab } = search
  useRecentCompany(companyAnswer.number, companyAnswer.company?.name)
  const TabBody = tabBodies[tab]
  const onChange = (next: CompanyTab) => change({ tab: next })
  return (
    <>
      <CompanyHead
        companyAnswer={companyAnswer}
        actions={<CompanyActions number={number} companyAnswer={companyAnswer} onChange={onChange} />}
      />
      {companyAnswer.company === null && <UnlistedNote isSearched={companyAnswer.is_searched} />}
      <TabList number={number} tab={tab} parts={companyAnswer.parts} calls={calls} onChange={onChange} />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_17rem]">
        <div className="min-w-0">
          <TabBody number={companyAnswer.number} company={companyAnswer.company} calls={calls} />
        </div>
        <CostCard spent={companyAnswer.spent} />
      </div>
    </>
  )
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

/** Shows what was paid for the company this month, and what is left of each pool. */
function CostCard({ spent }: { readonly spent: PanelAnswer<'companies.get'>['spent'] }) {
  const t = useTranslations('companies.cost')
  const locale = useLocale()
  const words = usePriceWords()
  const month = formatMonth(useClock(), locale)
  return (
    <Card title={t('title')} aside={month}>
      <CardBody className="py-1">
        <DataList>
          <DataRow label={t('paid')}>
            {spent.length === 0
              ? t('nothing')
              : spent.map(({ pool, units }) => (
                  <span key={pool} className="block">
                    {words(pool, units)}
                  </span>
                ))}
          </DataRow>
          {poolNames.map((pool) => (
            <PoolLeft key={pool} pool={pool} />
          ))}
        </DataList>
        <p className="border-t py-2 text-sm text-muted">{t('note')}</p>
      </CardBody>
    </Card>
  )
}

/**
 * Shows `10 962 / 20 000` of the plan and, if overage is sold, what is left until the service refuses; renders nothing
 * if the service does not report it.
 */
function PoolLeft({ pool }: { readonly pool: Pool }) {
  const t = useTranslations('companies.cost')
  const ofPools = useTranslations('pools')
  const locale = useLocale()
  const label = t(pools[pool].reset === 'daily' ? 'leftToday' : 'left', { pool: ofPools(`${pool}.short`) })
  const { unitsLeft, free, stop } = usePoolRoom(pool)
  const { data: summary } = useSummary()
  const { limit } = poolValuesOf(summary ?? {}, pool)
  if (isShut(stop)) return <DataRow label={label}>{t('blocked')}</DataRow>
  if (unitsLeft === undefined) return null
  if (unitsLeft === null) return <DataRow label={label}>{t('unlimited')}</DataRow>
  const ofPlan = Math.min(free ?? unitsLeft, unitsLeft)
  const remainingText = formatInteger(ofPlan, locale)
  return (
    <DataRow label={label}>
      <span className="block whitespace-nowrap">
        {typeof limit === 'number' && limit >= ofPlan
          ? t('leftOf', { left: remainingText, limit: formatInteger(limit, locale) })
          : remainingText}
      </span>
      {unitsLeft !== ofPlan && (
        <span className="block text-sm whitespace-nowrap text-muted">
          {t('leftStop', { left: formatInteger(unitsLeft, locale) })}
        </span>
      )}
    </DataRow>
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
