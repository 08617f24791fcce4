'use client'

import { useId } from 'react'
import { useFormContext } from 'react-hook-form'
import { useTranslations } from 'use-intl'

import { TextInputField } from '@/components/forms/field'
import { SelectField } from '@/components/forms/select-field'
import type { Day } from '@/lib/domain/calendar'

import { maxTagLength, type OrderInput } from './order-body'
import { reportFormats, reportSources } from './report-search'
import { SegmentedField } from './segmented-field'
import { useFilterNames } from './use-filter-names'
import { useKnownTags } from './use-known-tags'

export function OrderFields({ today }: { readonly today: Day }) {
  const t = useTranslations('reports')
  const filters = [...useFilterNames(true)].map(([value, label]) => ({ value, label }))
  const tagsId = useId()
  const tags = useKnownTags()
  const { trigger } = useFormContext<OrderInput>()
  // Either day can mend or break the range: both are looked at again, at once.
  const day = { type: 'date', max: today, onChanged: () => void trigger(['date_from', 'date_to']) } as const
  return (
    <>
      <div className="flex flex-wrap gap-3">
        <SegmentedField
          name="source"
          label={t('columns.source')}
          segments={reportSources.map((value) => ({ value, label: t(`sources.${value}`) }))}
        />
        <SegmentedField
          name="format"
          label={t('columns.format')}
          segments={reportFormats.map((value) => ({ value, label: value.toUpperCase() }))}
        />
      </div>
      <div className="grid grid-cols-2 gap-3">
        <TextInputField<OrderInput> name="date_from" label={t('order.from')} {...day} />
        <TextInputField<OrderInput> name="date_to" label={t('order.to')} {...day} />
      </div>
      <SelectField<OrderInput>
        name="filter_id"
        label={t('order.filter')}
        isOptional
        options={[{ value: '', label: t('order.everything') }, ...filters]}
      />
      <TextInputField<OrderInput>
        name="monitor_tag"
        label={t('order.tag')}
        hint={t('order.tagHint')}
        isOptional
        maxLength={maxTagLength}
        list={tagsId}
        autoComplete="off"
      />
      <datalist id={tagsId}>
        {tags.map((tag) => (
          <option key={tag}>{tag}</option>
        ))}
      </datalist>
    </>
  )
}
