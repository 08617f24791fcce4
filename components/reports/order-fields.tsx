'use client'

import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useLocale, useTranslations } from 'use-intl'

import { DayInputField } from '@/components/forms/day-input-field'
import { TextInputField } from '@/components/forms/field'
import { SelectField } from '@/components/forms/select-field'
import { RangeChips } from '@/components/shared/quick-range-chips'
import { useAvailableRange } from '@/components/shared/use-available-range'
import { useCountValues } from '@/components/ui/use-count-values'
import { query } from '@/lib/client/queries'
import type { Day } from '@/lib/domain/calendar'
import { reportName, reportSources } from '@/lib/domain/events/sources'
import { formatDate, formatInteger } from '@/lib/domain/format/format'

import { maxTagLength, type OrderInput } from './order-body'
import { daysOfPeriod, orderPeriods } from './orders/order-start'
import { OrderSummary } from './orders/order-summary'
import { useFilterOptions, useKnownTags } from './orders/use-filter-options'
import { shownReportFormats } from './report-search'

export function OrderFields({ today }: { readonly today: Day }) {
  const t = useTranslations('reports')
  const { trigger, watch } = useFormContext<OrderInput>()
  const source = watch('source')
  const availableRange = useAvailableRange(source)
  // Either day can fix or break the range, so both are validated again.
  const day = {
    min: availableRange?.date_from ?? undefined,
    max: availableRange?.date_to ?? today,
    onChanged: () => void trigger(['date_from', 'date_to']),
  } as const
  return (
    <>
      <ReportKindFields />
      <PeriodChips today={today} />
      <div className="grid gap-3 sm:grid-cols-2">
        <DayInputField<OrderInput> name="date_from" label={t('order.from')} {...day} />
        <DayInputField<OrderInput> name="date_to" label={t('order.to')} {...day} />
      </div>
      <AvailableRange source={source} />
      <OrderScopeFields />
      <OrderSummary />
      <QuotaLine />
    </>
  )
}

/** Fills in the days of a period. */
function PeriodChips({ today }: { readonly today: Day }) {
  const t = useTranslations('reports.order.periods')
  const { setValue, watch } = useFormContext<OrderInput>()
  const [from, to] = watch(['date_from', 'date_to'])
  return (
    <RangeChips
      label={t('label')}
      ranges={orderPeriods}
      nameOf={(period) => t(period)}
      value={orderPeriods.find((period) => {
        const days = daysOfPeriod(period, today)
        return days.date_from === from && days.date_to === to
      })}
      onChange={(period) => {
        if (period === undefined) return
        const days = daysOfPeriod(period, today)
        const options = { shouldDirty: true, shouldValidate: true }
        setValue('date_from', days.date_from, options)
        setValue('date_to', days.date_to, options)
      }}
    />
  )
}

/** What is reported, and in which format: of one order or of a schedule. */
export function ReportKindFields() {
  const t = useTranslations('reports.columns')
  const locale = useLocale()
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <SelectField<Pick<OrderInput, 'source' | 'format'>>
        name="source"
        label={t('source')}
        options={reportSources.map((value) => ({ value, label: reportName(value, locale) }))}
      />
      <SelectField<Pick<OrderInput, 'source' | 'format'>>
        name="format"
        label={t('format')}
        options={shownReportFormats.map((value) => ({ value, label: value.toUpperCase() }))}
      />
    </div>
  )
}

/** Narrows the events to those of a filter, or of monitors with a tag, which is autocompleted. */
export function OrderScopeFields() {
  const t = useTranslations('reports.order')
  const tagsId = useId()
  const countValues = useCountValues()
  const { filter_id: chosen } = useWatch<OrderScope>()
  const options = useFilterOptions() ?? []
  const tags = useKnownTags()
  // A chosen filter that was deleted stays selected with a note until the user chooses another.
  const isFilterDeleted = Boolean(chosen) && !options.some(({ value }) => value === chosen)
  const deletedOptions = isFilterDeleted ? [{ value: chosen ?? '', label: t('goneFilter') }] : []
  return (
    <>
      <SelectField<OrderScope>
        name="filter_id"
        label={t('filter')}
        isOptional
        options={[{ value: '', label: t('everything') }, ...options, ...deletedOptions]}
      />
      <TextInputField<OrderScope>
        name="monitor_tag"
        label={t('tag')}
        hint={t('tagHint')}
        isOptional
        maxLength={maxTagLength}
        list={tagsId}
        autoComplete="off"
      />
      <datalist id={tagsId}>
        {tags.map(({ tag, monitors }) => (
          <option key={tag} value={tag}>
            {t('tagOption', countValues(monitors))}
          </option>
        ))}
      </datalist>
    </>
  )
}

type OrderScope = Pick<OrderInput, 'filter_id' | 'monitor_tag'>

/** The days for which a report can be ordered, shown before the service would refuse others. */
function AvailableRange({ source }: { readonly source: string }) {
  const t = useTranslations('reports.order')
  const locale = useLocale()
  const availableRange = useAvailableRange(source)
  if (availableRange === undefined) return null
  const { date_from: from, date_to: to } = availableRange
  return (
    <p className="text-sm text-muted">
      {from === null || to === null
        ? t('fault.nothingHeld')
        : t('held', { from: formatDate(from, locale), to: formatDate(to, locale) })}
    </p>
  )
}

/** Custom reports of this period: how many were ordered, and the plan's limit. Undefined while unknown. */
export function useReportQuota() {
  const { data } = useQuery(query('usage.summary', {}))
  const [used, limit] = [data?.counts?.reports, data?.limits?.reports]
  if (data === undefined || typeof used !== 'number' || limit === undefined) return undefined
  return { used, limit, resetsAt: data.period_end }
}

function QuotaLine() {
  const t = useTranslations('reports.order.quota')
  const locale = useLocale()
  const quota = useReportQuota()
  if (quota === undefined) return null
  const { used, limit, resetsAt } = quota
  const number = (value: number) => formatInteger(value, locale)
  if (limit === null) return <p className="text-sm text-muted">{t('unlimited', { used: number(used) })}</p>
  const values = { used: number(used), limit: number(limit), limitNumber: limit, next: number(used + 1) }
  if (used < limit) return <p className="text-sm text-muted">{t('left', values)}</p>
  const at = resetsAt === undefined ? '' : formatDate(resetsAt, locale)
  return <p className="text-sm text-danger-ink">{t(at === '' ? 'usedUp' : 'usedUpUntil', { ...values, at })}</p>
}
