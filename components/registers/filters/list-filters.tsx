'use client'

import { type FormEvent, type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { Button } from '@/components/ui/button'
import { Chip } from '@/components/ui/chip'
import { Icon } from '@/components/ui/icon'
import { DateRangeFieldLazy } from '@/components/ui/inputs/date-range-field-lazy'
import { OpeningChip } from '@/components/ui/inputs/opening-chip'
import { TextField } from '@/components/ui/inputs/text-field'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { useDebouncedValue } from '@/components/ui/use-debounced-value'
import type { PricedCall } from '@/lib/contract/prices'
import { formatDate } from '@/lib/domain/format/format'
import { isPersonalNumber } from '@/lib/domain/identifiers/personal-query'
import { type PagedList, registerRow } from '@/lib/domain/registers/register-rows'

import { isNarrowed, isNip, type ListSearch, toListText } from '../list/list-search'

const SETTLE_MS = 400

/** Loaded separately, because only one list uses it. */
const SectionPicker = lazyComponent(async () => (await import('./section-picker')).SectionPicker)

interface ListFiltersProps {
  readonly list: PagedList
  readonly search: ListSearch
  readonly calls: readonly PricedCall[]
  readonly onChange: (part: Partial<ListSearch>) => void
}

const emptyFilters = { q: '', section: undefined, nip: '', from: null, to: null } as const

/** The filters of a list. Typing never causes a paid request. */
export function ListFilters({ list, search, calls, onChange }: ListFiltersProps) {
  const t = useTranslations('registers')
  const { narrowedBy } = registerRow(list)
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
            problemOf={(typed) => (isPersonalNumber(typed) ? t('noPesel') : undefined)}
            onChange={(q) => onChange({ q })}
          />
        </div>
        {narrowedBy.includes('nip') && (
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
        {narrowedBy.includes('date_from') && <Days list={list} search={search} onChange={onChange} />}
        {narrowedBy.includes('section') && (
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
  const label = t(`lists.${list}.days`)
  return (
    <OpeningChip
      label={label}
      isNeeded={from !== null || to !== null}
      onClose={() => onChange({ from: null, to: null })}
    >
      <DateRangeFieldLazy label={label} isLabelHidden value={{ from, to }} onChange={onChange} />
    </OpeningChip>
  )
}

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
      <Button size="sm" variant="ghost" onClick={() => onChange(emptyFilters)}>
        {t('chips.clear')}
      </Button>
    </div>
  )
}

interface SearchFieldProps {
  readonly label: string
  readonly value: string
  readonly maxLength: number
  readonly start?: ReactNode
  /** Why a text cannot be searched; undefined if it can. */
  readonly problemOf: (typed: string) => string | undefined
  /** Converts the typed text to the search value. */
  readonly toValue: (typed: string) => string
  readonly onChange: (value: string) => void
}

/** A search text. The address is updated after a pause in typing, on Enter, or when the field loses focus. */
function SearchField({ label, value, maxLength, start, problemOf, toValue, onChange }: SearchFieldProps) {
  const [typed, setTyped] = useState(value)
  const [lastValue, setLastValue] = useState(value)
  // The value changed from outside: a step back in history or a removed chip.
  if (lastValue !== value) {
    setLastValue(value)
    if (toValue(typed) !== value) setTyped(value)
  }
  const problem = problemOf(typed)
  const debouncedText = useDebouncedValue(typed, SETTLE_MS)
  const commit = (text: string) => {
    if (problemOf(text) === undefined && toValue(text) !== value) onChange(toValue(text))
  }
  const commitAfterPause = useEffectEvent((text: string) => commit(text))
  useEffect(() => commitAfterPause(debouncedText), [debouncedText])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    commit(typed)
  }
  return (
    <form role="search" aria-label={label} onSubmit={submit}>
      <TextField
        label={label}
        isLabelHidden
        placeholder={label}
        type="search"
        maxLength={maxLength}
        value={typed}
        start={start}
        error={debouncedText === typed ? problem : undefined}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => commit(typed)}
      />
    </form>
  )
}
