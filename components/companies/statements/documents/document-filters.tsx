'use client'

import { useTranslations } from 'use-intl'

import { Select } from '@/components/ui/inputs/select'

import { type DocumentFilter, type FiledItem, kindsOf, yearsOf } from './filed-items'
import { useKindName } from './use-kind-name'

interface DocumentFiltersProps {
  readonly items: readonly FiledItem[]
  readonly filter: DocumentFilter
  readonly onChange: (filter: DocumentFilter) => void
}

/** By kind and by financial year, each where there is more than one. */
export function DocumentFilters({ items, filter, onChange }: DocumentFiltersProps) {
  const t = useTranslations('statements.documents')
  const nameOf = useKindName()
  const [kinds, years] = [kindsOf(items), yearsOf(items)]
  if (kinds.length < 2 && years.length < 2) return <span />
  return (
    <div className="flex flex-wrap gap-3">
      {kinds.length > 1 && (
        <Select
          label={t('kind')}
          value={filter.kind ?? ''}
          onChange={({ target: { value } }) => onChange({ ...filter, kind: value === '' ? undefined : value })}
          options={[
            { value: '', label: t('anyKind') },
            ...kinds.map((kind) => ({ value: kind.key, label: nameOf(kind) })),
          ]}
        />
      )}
      {years.length > 1 && (
        <Select
          label={t('year')}
          value={filter.year ?? ''}
          onChange={({ target: { value } }) => onChange({ ...filter, year: value === '' ? undefined : Number(value) })}
          options={[
            { value: '', label: t('anyYear') },
            ...years.map((year) => ({ value: String(year), label: String(year) })),
          ]}
        />
      )}
    </div>
  )
}
