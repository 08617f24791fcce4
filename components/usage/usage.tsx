'use client'

import { useAccountFacts } from '@/components/layout/use-account-facts'
import { InactiveNote } from '@/components/meters/inactive-note'
import { MeterNotesLazy } from '@/components/meters/meter-notes-lazy'
import { OverageCard } from '@/components/meters/overage-card'
import { PoolsCard } from '@/components/meters/pools-card'
import { useAddressSearch } from '@/components/ui/use-address-search'
import type { PricedCall } from '@/lib/contract/prices'
import type { Month } from '@/lib/domain/calendar'

import { DaysCard } from './days-card'
import { EndpointsCard } from './endpoints-card'
import { chooseMonth } from './month'
import { MonthNote } from './month-note'
import { PriceCardLazy } from './price-card-lazy'
import { TotalsCard } from './totals-card'
import { TruthCard } from './truth-card'
import { UsageHeader } from './usage-header'
import { searchCodec } from './usage-search'
import { useCurrentMonth, useFirstMonth } from './use-usage'

interface UsageProps {
  /** For the calculator: handed in, so that the contract stays out of the page. */
  readonly calls: readonly PricedCall[]
}

/** One month of the account's usage, with the money above the plan. Each card loads and fails by itself. */
export function Usage({ calls }: UsageProps) {
  const { search, change } = useAddressSearch(searchCodec)
  const current = useCurrentMonth()
  const facts = useAccountFacts()
  const first = useFirstMonth()
  const chosen = chooseMonth(search.month, current, first)
  const { month } = chosen
  const isCurrent = month === current
  const turn = (to: Month) => change({ month: to === current ? undefined : to })
  return (
    <>
      <UsageHeader month={month} current={current} first={first} onChange={turn} />
      {facts.isInactive === true && <InactiveNote />}
      <MonthNote chosen={chosen} asked={search.month} />
      <MeterNotesLazy of="summary and meter" />
      <div className="grid grid-cols-1 gap-4">
        {isCurrent && (
          <>
            <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)]">
              <PoolsCard month={month} />
              <OverageCard month={month} />
            </div>
            <TruthCard month={month} isCurrent />
          </>
        )}
        <TotalsCard month={month} isCurrent={isCurrent} />
        {!isCurrent && <TruthCard month={month} isCurrent={false} />}
        <DaysCard month={month} isCurrent={isCurrent} />
        <EndpointsCard month={month} search={search} onChange={change} />
        {isCurrent && <PriceCardLazy calls={calls} />}
      </div>
    </>
  )
}
