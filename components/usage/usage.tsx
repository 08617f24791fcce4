'use client'

import { useRef } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { PageHeader } from '@/components/layout/page-header'
import { useAccountFacts } from '@/components/layout/use-account-facts'
import { MeterNotesLazy } from '@/components/meters/meter-notes-lazy'
import { OverageCard } from '@/components/meters/overage-card'
import { InactiveNote } from '@/components/meters/overage-note'
import { PoolsCard } from '@/components/meters/pools-card'
import { useAddressSearch } from '@/components/ui/address/use-address-search'
import { useClock } from '@/components/ui/clock'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { useNearView } from '@/components/ui/lazy/use-near-view'
import { SkeletonCard } from '@/components/ui/skeleton-card'
import type { PricedCall } from '@/lib/contract/prices'
import type { Month } from '@/lib/domain/calendar'
import { formatDateTime } from '@/lib/domain/format/format'

import { DaysCard } from './days-card'
import { EndpointsCard } from './endpoints-card'
import { chooseMonth, type ChosenMonth, isFrozen, isMonthPeriod } from './month'
import { monthName, MonthPager } from './month-pager'
import { ReconciliationCard } from './reconciliation/reconciliation-card'
import { TotalsCard } from './totals-card'
import { usageAddress } from './usage-search'
import { useCurrentMonth, useFirstMonth, useSummary } from './use-usage'

const SKELETON_ROWS = 6
const Placeholder = () => <SkeletonCard rows={SKELETON_ROWS} />

const Loaded = lazyComponent(async () => (await import('./price/price-card')).PriceCard, Placeholder)

/** `PriceCard`, loaded when the end of the page comes near. */
function PriceCardLazy({ calls }: { readonly calls: readonly PricedCall[] }) {
  const container = useRef<HTMLDivElement>(null)
  const isNear = useNearView(container)
  return <div ref={container}>{isNear ? <Loaded calls={calls} /> : <Placeholder />}</div>
}

const MAX_SHOWN = 20

interface MonthNoteProps {
  readonly chosen: ChosenMonth
  /** The month requested in the address. */
  readonly requestedMonth: string | undefined
}

function MonthNote({ chosen: { fault, month }, requestedMonth = '' }: MonthNoteProps) {
  const t = useTranslations('usage.badMonth')
  const locale = useLocale()
  if (fault === undefined) return null
  const shown = requestedMonth.length > MAX_SHOWN ? `${requestedMonth.slice(0, MAX_SHOWN)}…` : requestedMonth
  return (
    <Banner tone="warn" className="mb-4">
      {t(fault, { asked: shown, month: monthName(month, locale) })}
    </Banner>
  )
}

interface UsageProps {
  /** Prices for the calculator, passed in so that the contract is not part of the page's bundle. */
  readonly calls: readonly PricedCall[]
}

export function Usage({ calls }: UsageProps) {
  const { search, change } = useAddressSearch(usageAddress)
  const current = useCurrentMonth()
  const facts = useAccountFacts()
  const first = useFirstMonth()
  const chosen = chooseMonth(search.month, current, first)
  const { month } = chosen
  const isCurrent = month === current
  const changeMonth = (to: Month) => change({ month: to === current ? undefined : to })
  return (
    <>
      <UsageHeader month={month} current={current} first={first} onChange={changeMonth} />
      {facts.isInactive === true && <InactiveNote />}
      <MonthNote chosen={chosen} requestedMonth={search.month} />
      <MeterNotesLazy source="summary and meter" />
      <div className="grid grid-cols-1 gap-4">
        {isCurrent && (
          <>
            <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)]">
              <PoolsCard month={month} />
              <OverageCard month={month} />
            </div>
            <ReconciliationCard month={month} isCurrent />
          </>
        )}
        <TotalsCard month={month} isCurrent={isCurrent} />
        {!isCurrent && <ReconciliationCard month={month} isCurrent={false} />}
        <DaysCard month={month} isCurrent={isCurrent} />
        <EndpointsCard month={month} search={search} onChange={change} />
        {isCurrent && <PriceCardLazy calls={calls} />}
      </div>
    </>
  )
}

interface UsageHeaderProps {
  readonly month: Month
  readonly current: Month
  /** The first month of the account. */
  readonly first: Month
  readonly onChange: (month: Month) => void
}

function UsageHeader(props: UsageHeaderProps) {
  const t = useTranslations('usage')
  const { month, current } = props
  const isSettled = isFrozen(month, useClock())
  return (
    <PageHeader
      title={t('title')}
      subtitle={
        month === current ? <CurrentPeriod month={month} /> : t(isSettled ? 'period.closed' : 'period.settling')
      }
      actions={<MonthPager {...props} />}
    />
  )
}

function CurrentPeriod({ month }: { readonly month: Month }) {
  const t = useTranslations('usage.period')
  const locale = useLocale()
  const period = useSummary().data
  const end = period?.period_end
  if (!period || !end || !isMonthPeriod(period, month)) return t('open')
  return (
    <time dateTime={end} title={`${end} · ${t('zone')}`}>
      {t('current', { when: formatDateTime(end, locale) })}
    </time>
  )
}
