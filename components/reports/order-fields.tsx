'use client'

import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useFormContext, useController } from 'react-hook-form'
import { useLocale, useTranslations } from 'use-intl'

import { TextInputField } from '@/components/forms/field'
import { SelectField } from '@/components/forms/select-field'
import { useViewer } from '@/components/layout/viewer'
import { type Segment, SegmentedControl } from '@/components/ui/inputs/segmented-control'
import { query } from '@/lib/client/queries'
import type { Day } from '@/lib/domain/calendar'
import { reportName, reportSources } from '@/lib/domain/events/sources'

import { maxTagLength, type OrderInput } from './order-body'
import { shownReportFormats } from './report-search'
import { useReportFilterNames } from './use-filter-names'

export function OrderFields({ today }: { readonly today: Day }) {
  const t = useTranslations('reports')
  const locale = useLocale()
  const filters = [...useReportFilterNames(true)].map(([value, label]) => ({ value, label }))
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
          segments={reportSources.map((value) => ({ value, label: reportName(value, locale) }))}
        />
        <SegmentedField
          name="format"
          label={t('columns.format')}
          segments={shownReportFormats.map((value) => ({ value, label: value.toUpperCase() }))}
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

type SegmentedName = 'source' | 'format'

interface SegmentedFieldProps<Name extends SegmentedName> {
  readonly name: Name
  readonly label: string
  readonly segments: readonly Segment<OrderInput[Name]>[]
}

/** One choice of the order; only the service can find it wrong. */
function SegmentedField<Name extends SegmentedName>({ name, ...props }: SegmentedFieldProps<Name>) {
  const { field, fieldState } = useController<OrderInput, Name>({ name })
  return (
    <div>
      <SegmentedControl {...props} value={field.value} onChange={field.onChange} />
      {fieldState.error !== undefined && (
        <p role="alert" className="mt-1 text-sm text-danger-ink">
          {fieldState.error.message}
        </p>
      )}
    </div>
  )
}

/** Tags in use; none where the service does not list them. */
function useKnownTags(): readonly string[] {
  const { mode } = useViewer()
  const { data } = useQuery({ ...query('monitors.tags', {}), enabled: mode === 'embedded' })
  return (data?.items ?? []).flatMap(({ tag }) => (tag === undefined ? [] : [tag]))
}
