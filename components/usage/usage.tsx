'use client'

import { useAddressSearch } from '@/components/ui/use-address-search'
import type { Month } from '@/lib/domain/calendar'

import { DaysCard } from './days-card'
import { EndpointsCard } from './endpoints-card'
import { chooseMonth } from './month'
import { MonthNote } from './month-note'
import { TotalsCard } from './totals-card'
import { TruthCard } from './truth-card'
import { UsageHeader } from './usage-header'
import { searchCodec } from './usage-search'
import { useCurrentMonth } from './use-usage'

/** One month of the account's usage, with the money above the plan. Each card loads and fails by itself. */
export function Usage() {
  const { search, change } = useAddressSearch(searchCodec)
  const current = useCurrentMonth()
  const chosen = chooseMonth(search.month, current)
  const { month } = chosen
  const isCurrent = month === current
  const turn = (to: Month) => change({ month: to === current ? undefined : to })
  return (
    <>
      <UsageHeader month={month} current={current} onChange={turn} />
      <MonthNote chosen={chosen} asked={search.month} />
      <div className="grid grid-cols-1 gap-4">
        <TotalsCard month={month} isCurrent={isCurrent} />
        <TruthCard month={month} isCurrent={isCurrent} />
        <DaysCard month={month} isCurrent={isCurrent} />
        <EndpointsCard month={month} search={search} onChange={change} />
      </div>
    </>
  )
}
