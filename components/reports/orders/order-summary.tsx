'use client'

import { useWatch } from 'react-hook-form'
import { useLocale, useTranslations } from 'use-intl'

import { useCountValues } from '@/components/ui/use-count-values'
import { daysBetween, parseDay } from '@/lib/domain/calendar'
import { formatDate } from '@/lib/domain/format/format'

import type { OrderInput } from '../order-body'
import { useReportWords } from '../report-name'
import { useFilterOptions } from './use-filter-options'

/** The content of the report in plain words; nothing while the days are invalid. */
export function OrderSummary() {
  const t = useTranslations('reports.order.summary')
  const locale = useLocale()
  const words = useReportWords()
  const countValues = useCountValues()
  const filters = useFilterOptions()
  const { source, format, date_from, date_to, filter_id, monitor_tag } = useWatch<OrderInput>()
  const range = rangeOf(date_from, date_to)
  if (range === null) return null
  const { from, to } = range
  const days = t('days', {
    ...countValues(daysBetween(from, to) + 1),
    from: formatDate(from, locale),
    to: formatDate(to, locale),
  })
  const rows = rowsOf(filters?.find(({ value }) => value === filter_id)?.name, monitor_tag?.trim())
  return (
    <p className="rounded-lg bg-hover px-3 py-2 text-sm">
      {t('text', {
        source: words.source(source),
        format: words.format(format),
        days,
        rows: t(rows.key, { filter: rows.filter, tag: rows.tag }),
      })}
    </p>
  )
}

/** The message key for the selected content. */
function rowsOf(filter = '', tag = '') {
  if (filter !== '') return { key: tag === '' ? 'filter' : 'both', filter, tag } as const
  return { key: tag === '' ? 'everything' : 'tag', filter, tag } as const
}

/** Null if the days are invalid. */
function rangeOf(first = '', last = '') {
  const [from, to] = [parseDay(first), parseDay(last)]
  return from === null || to === null || from > to ? null : { from, to }
}
