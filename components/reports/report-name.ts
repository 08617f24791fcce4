'use client'

import { useLocale, useTranslations } from 'use-intl'

import type { OperationAnswer } from '@/lib/client/client'
import { reportName } from '@/lib/domain/events/sources'
import { formatBytes, formatInteger } from '@/lib/domain/format/format'

export type ListedReportJob = OperationAnswer<'reports.list'>['items'][number]

/** Receives the focus when the focused row is removed. */
export const ORDER_BUTTON_ID = 'order-report'

/** Display texts of a report's fields; unknown values are shown unchanged, missing ones are empty. */
export function useReportWords() {
  const t = useTranslations('reports')
  const locale = useLocale()
  const source = (value: string | undefined): string => reportName(value ?? '', locale)
  const format = (value: string | undefined): string => value?.toUpperCase() ?? ''
  const rows = (value: number | null | undefined): string => {
    if (typeof value !== 'number') return ''
    return value === 0 ? t('noChanges') : t('rows', { count: value, n: formatInteger(value, locale) })
  }
  const size = (value: number | null | undefined): string =>
    typeof value === 'number' ? formatBytes(value, locale) : ''
  return { source, format, rows, size }
}
