'use client'

import { type ReactNode, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { Button } from '@/components/ui/button'
import { Chip, FilterChip } from '@/components/ui/chip'
import { Icon } from '@/components/ui/icon'
import { DateRangeFieldLazy } from '@/components/ui/inputs/date-range-field-lazy'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import type { PricedCall } from '@/lib/contract/prices'
import { formatDate } from '@/lib/domain/format/format'

import { isNarrowed, isNip, type ListSearch, namesAPerson, toListText } from '../list/list-search'
import { type PagedList, registerPages } from '../register-lists'
import { SearchField } from './search-field'

/** Of one list alone. */
const SectionPicker = lazyComponent(async () => (await import('./section-picker')).SectionPicker)

interface ListFiltersProps {
  readonly list: PagedList
  readonly search: ListSearch
  readonly calls: readonly PricedCall[]
  readonly onChange: (part: Partial<ListSearch>) => void
}

const nothing = { q: '', section: undefined, nip: '', from: null, to: null } as const

/** What a list is narrowed to. Typing asks nobody for anything that is paid for. */
export function ListFilters({ list, search, calls, onChange }: ListFiltersProps) {
  const t = useTranslations('registers')
  const { has } = registerPages[list]
  return (
    <div className="mb-4 space-y-2">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <div className="w-full sm:w-80">
          <SearchField
            label={t(`lists.${list}.find`)}
            value={search.q}
            maxLength={200}
            start={<Icon name="search" />}
            toValue={toListText}
            problemOf={(typed) => (namesAPerson(typed) ? t('noPesel') : undefined)}
            onChange={(q) => onChange({ q })}
          />
        </div>
        {has.nip === true && (
          <div className="w-full sm:w-56">
            <SearchField
              label={t('beneficiaryNip')}
              value={search.nip}
              maxLength={20}
              toValue={(typed) => typed.trim()}
              problemOf={(typed) => (typed.trim() === '' || isNip(typed) ? undefined : t('noNip'))}
              onChange={(nip) => onChange({ nip })}
            />
          </div>
        )}
        {has.days === true && <Days list={list} search={search} onChange={onChange} />}
        {has.section === true && (
          <SectionPicker calls={calls} section={search.section} onChange={(section) => onChange({ section })} />
        )}
      </div>
      <Chips list={list} search={search} onChange={onChange} />
    </div>
  )
}

type FieldsProps = Omit<ListFiltersProps, 'calls'>

function Days({ list, search: { from, to }, onChange }: FieldsProps) {
  const t = useTranslations('registers')
  const [isAsked, setIsAsked] = useState(false)
  const isOpen = isAsked || from !== null || to !== null
  const label = t(`lists.${list}.days`)
  return (
    <>
      <FilterChip
        isOn={isOpen}
        onChange={(isOn) => {
          setIsAsked(isOn)
          if (!isOn) onChange({ from: null, to: null })
        }}
      >
        {label}
      </FilterChip>
      {isOpen && (
        <div className="w-72 max-w-full">
          <DateRangeFieldLazy label={label} isLabelHidden value={{ from, to }} onChange={onChange} />
        </div>
      )}
    </>
  )
}

/** What is narrowed, each to be taken off. */
function Chips({ list, search, onChange }: FieldsProps) {
  const t = useTranslations('registers')
  const locale = useLocale()
  if (!isNarrowed(search)) return null
  const { q, section, nip, from, to } = search
  const ends = [from, to].map((day) => (day === null ? '…' : formatDate(day, locale)))
  const chips: readonly (readonly [text: ReactNode, label: string, off: Partial<ListSearch>] | false)[] = [
    q !== '' && [t('chips.q', { q }), t('chips.q', { q }), { q: '' }],
    nip !== '' && [t('chips.nip', { nip }), t('chips.nip', { nip }), { nip: '' }],
    section !== undefined && [t('sectionShort', { section }), t('sectionShort', { section }), { section: undefined }],
    (from !== null || to !== null) && [
      `${t(`lists.${list}.days`)}: ${ends.join(' – ')}`,
      t(`lists.${list}.days`),
      { from: null, to: null },
    ],
  ]
  return (
    <div role="group" aria-label={t('chips.label')} className="flex flex-wrap items-center gap-1.5">
      {chips.map(
        (chip) =>
          chip !== false && (
            <Chip key={chip[1]} tone="accent" label={chip[1]} onRemove={() => onChange(chip[2])}>
              {chip[0]}
            </Chip>
          ),
      )}
      <Button size="sm" variant="ghost" onClick={() => onChange(nothing)}>
        {t('chips.clear')}
      </Button>
    </div>
  )
}
