'use client'

import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'

import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { Icon } from '@/components/ui/icon'
import { DateRangeFieldLazy } from '@/components/ui/inputs/date-range-field-lazy'
import { Select } from '@/components/ui/inputs/select'
import { TextField } from '@/components/ui/inputs/text-field'
import { panelQuery } from '@/lib/client/queries'
import { isPersonalNumber } from '@/lib/domain/identifiers/personal-query'
import { actionWord, actorWord } from '@/lib/features/audit/domain/audit-words'

import { auditAddress, type AuditSearch, countActiveFilters } from './audit-search'
import { useEntryWords } from './use-entry-words'

export interface AuditFilterProps {
  readonly search: AuditSearch
  readonly onChange: (part: Partial<AuditSearch>) => void
  readonly onClear: () => void
}

const GROUP = 'audit-filters'

/** Filters by person, action, target and dates, which are stored in the address. */
export function AuditFilters({ search, onChange, onClear }: AuditFilterProps) {
  const t = useTranslations('audit.filters')
  const words = useEntryWords()
  const { data } = useQuery(panelQuery('audit.facets', {}))
  // On a phone the log comes first, so the filters are behind a button.
  const [isOpen, setIsOpen] = useState(false)
  const count = countActiveFilters(search)
  return (
    <>
      <div className="mb-4 sm:hidden">
        <Button aria-expanded={isOpen} aria-controls={GROUP} onClick={() => setIsOpen(!isOpen)}>
          {count === 0 ? t('fold') : t('foldSet', { count })}
          <Icon name={isOpen ? 'minus' : 'chevron-down'} size={14} />
        </Button>
      </div>
      <div
        id={GROUP}
        role="group"
        aria-label={t('label')}
        className={classNames('mb-4 grid items-start gap-3 sm:grid-cols-2 xl:grid-cols-4', !isOpen && 'max-sm:hidden')}
      >
        <Select
          label={t('actor')}
          value={search.actor}
          onChange={(event) => onChange({ actor: event.target.value })}
          options={optionsOf(data?.actors, search.actor, {
            all: t('everyone'),
            word: (actor) => actorWord(words, actor),
          })}
        />
        <Select
          label={t('action')}
          value={search.action}
          onChange={(event) => onChange({ action: event.target.value })}
          options={optionsOf(data?.actions, search.action, {
            all: t('everything'),
            word: (action) => actionWord(words, action),
          })}
        />
        <TargetField key={search.target} target={search.target} onChange={(target) => onChange({ target })} />
        <div className="min-w-0">
          <DateRangeFieldLazy
            label={t('days')}
            value={{ from: search.from, to: search.to }}
            onChange={({ from, to }) => onChange({ from, to })}
          />
        </div>
        {auditAddress.narrows(search) && (
          <div className="sm:col-span-2 xl:col-span-4">
            <Button variant="ghost" size="sm" onClick={onClear}>
              {t('clear')}
            </Button>
          </div>
        )}
      </div>
    </>
  )
}

interface OptionTexts {
  readonly all: string
  readonly word: (name: string) => string
}

/** Offers the values of the log, and the value in the address even if the log does not contain it. */
function optionsOf(logged: readonly string[] = [], chosen: string, { all, word }: OptionTexts) {
  const values = chosen === '' || logged.includes(chosen) ? logged : [...logged, chosen]
  const options = values.map((value) => ({ value, label: word(value) }))
  return [{ value: '', label: all }, ...options.toSorted((a, b) => a.label.localeCompare(b.label, 'pl'))]
}

/** Ids are pasted, so the log changes on Enter or when the field loses the focus. */
function TargetField({ target, onChange }: { readonly target: string; readonly onChange: (target: string) => void }) {
  const t = useTranslations('audit.filters')
  const [text, setText] = useState(target)
  const isPersonal = isPersonalNumber(text)
  const submit = () => {
    if (!isPersonal && text.trim() !== target) onChange(text.trim())
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    submit()
  }
  return (
    <form onSubmit={onSubmit}>
      <TextField
        label={t('target')}
        placeholder={t('targetPlaceholder')}
        autoComplete="off"
        value={text}
        error={isPersonal ? t('targetPersonal') : undefined}
        onChange={(event) => setText(event.target.value)}
        onBlur={submit}
      />
    </form>
  )
}
