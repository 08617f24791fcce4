'use client'

import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'

import { useAddressSearch } from '@/components/ui/address/use-address-search'
import { Card } from '@/components/ui/card'
import { FilterChip } from '@/components/ui/chip'
import { Select } from '@/components/ui/inputs/select'
import { TextField } from '@/components/ui/inputs/text-field'
import { useCountValues } from '@/components/ui/use-count-values'
import { useDebouncedValue } from '@/components/ui/use-debounced-value'
import { whiteListGroups, whiteListOrders } from '@/lib/features/white-list/domain/groups'

import { resultAddress, type ResultSearch } from './result-search'
import { ResultTable } from './result-table'
import type { ShownRun } from './shown-run'

const TITLE_ID = 'white-list-results'
const TYPING_MS = 250

const orders = whiteListOrders.flatMap((order) => [
  { value: order, label: order, order, isDescending: false } as const,
  ...(order === 'attention'
    ? []
    : [{ value: `${order}-down`, label: `${order}Down`, order, isDescending: true } as const]),
])

export function RunResults({ run }: { readonly run: ShownRun }) {
  const t = useTranslations('white-list')
  const countValues = useCountValues()
  const { search, change } = useAddressSearch(resultAddress)
  const groups = whiteListGroups.filter((group) => run.groups[group] > 0 || group === search.group)
  return (
    <Card title={t('results.title')} titleId={TITLE_ID}>
      <div className="grid gap-3 border-b px-4 py-3">
        <div role="group" aria-label={t('results.groups')} className="flex flex-wrap gap-2">
          {groups.map((group) => (
            <FilterChip
              key={group}
              isOn={search.group === group}
              onChange={(isOn) => change({ group: isOn ? group : undefined })}
            >
              {t(`groups.${group}`)} {countValues(run.groups[group]).count}
            </FilterChip>
          ))}
        </div>
        <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_15rem]">
          <SearchField search={search} onChange={(q) => change({ q })} />
          <Select
            label={t('results.order')}
            value={`${search.order}${search.isDescending ? '-down' : ''}`}
            options={orders.map(({ value, label }) => ({ value, label: t(`results.orders.${label}`) }))}
            onChange={({ target }) => {
              const chosen = orders.find(({ value }) => value === target.value)
              if (chosen) change({ order: chosen.order, isDescending: chosen.isDescending })
            }}
          />
        </div>
      </div>
      <ResultTable key={JSON.stringify(search)} run={run} search={search} labelledBy={TITLE_ID} />
    </Card>
  )
}

function SearchField({ search, onChange }: { readonly search: ResultSearch; readonly onChange: (q: string) => void }) {
  const t = useTranslations('white-list.results')
  const [text, setText] = useState(search.q)
  const [shown, setShown] = useState(search.q)
  // Back and forward change the address while the field is mounted.
  if (shown !== search.q) {
    setShown(search.q)
    setText(search.q)
  }
  const debouncedText = useDebouncedValue(text.trim(), TYPING_MS)
  useEffect(() => {
    if (debouncedText === text.trim() && debouncedText !== search.q) onChange(debouncedText)
    // oxlint-disable-next-line react/exhaustive-deps -- only typed text is passed on
  }, [debouncedText])
  return (
    <TextField
      label={t('search')}
      type="search"
      value={text}
      maxLength={100}
      autoComplete="off"
      onChange={(event) => setText(event.target.value)}
    />
  )
}
