'use client'

import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'

import { Button } from '@/components/ui/button'
import { useCountValues } from '@/components/ui/use-count-values'
import type { FilterListName } from '@/lib/contract/filters'
import { readSealed } from '@/lib/domain/identifiers/sealed-value'

import type { FilterFault, ListFaults } from './filter-draft'
import { normalizeValue } from './filter-lists'
import { useFilterFaultText } from './use-fault-text'
import { shownLabel } from './value-label'

const SHOWN = 8

interface FaultListProps {
  readonly list: FilterListName
  readonly values: readonly string[]
  readonly faults: ListFaults
  readonly isRevealed: boolean
  readonly onChange: (values: readonly string[]) => void
}

/** The bad values of a list, each to be corrected where it stands or removed. */
export function FaultList({ list, values, faults, isRevealed, onChange }: FaultListProps) {
  const t = useTranslations('filters.editor')
  const counted = useCountValues()
  const remove = (gone: ReadonlySet<string>) => onChange(values.filter((value) => !gone.has(value)))
  const replace = (old: string, text: string) =>
    onChange([...new Set(values.map((value) => (value === old ? normalizeValue(list, text) : value)))].filter(Boolean))
  return (
    <div className="mt-2 rounded-md bg-danger-soft px-3 py-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-sm font-medium text-danger-ink">{t('faults', counted(faults.size))}</p>
        {faults.size > 1 && (
          <Button size="sm" onClick={() => remove(new Set(faults.keys()))}>
            {t('removeAll', { count: counted(faults.size).count })}
          </Button>
        )}
      </div>
      <ul>
        {[...faults].slice(0, SHOWN).map(([value, fault]) => (
          <FaultRow
            key={value}
            value={value}
            label={shownLabel(list, value, isRevealed)}
            fault={fault}
            onReplace={(text) => replace(value, text)}
            onRemove={() => remove(new Set([value]))}
          />
        ))}
      </ul>
    </div>
  )
}

interface FaultRowProps {
  readonly value: string
  readonly label: string
  readonly fault: FilterFault
  readonly onReplace: (text: string) => void
  readonly onRemove: () => void
}

function FaultRow({ value, label, fault, onReplace, onRemove }: FaultRowProps) {
  const t = useTranslations('filters.editor')
  const toText = useFilterFaultText()
  // A masked value cannot be corrected where it stands, only written anew or removed.
  const start = readSealed(value) ? '' : value
  const [text, setText] = useState(start)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text !== '') onReplace(text)
  }
  const suggestion = fault.by === 'panel' ? fault.suggestion : undefined
  return (
    <li className="mt-1.5">
      <form onSubmit={submit} className="flex flex-wrap items-center gap-2">
        <input
          aria-label={t('fix', { value: label })}
          aria-invalid
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onBlur={() => text !== start && text !== '' && onReplace(text)}
          className="h-8 control min-h-8! max-w-56 tabular"
        />
        <span className="text-sm text-danger-ink">{toText(fault)}</span>
        {suggestion !== undefined && (
          <Button size="sm" onClick={() => onReplace(suggestion)}>
            {t('suggestion', { value: suggestion })}
          </Button>
        )}
        <Button size="sm" variant="ghost" onClick={onRemove} className="ml-auto">
          {t('remove')}
        </Button>
      </form>
    </li>
  )
}
