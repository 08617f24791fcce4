'use client'

import { useLocale, useTranslations } from 'use-intl'

import { useSaveTable } from '@/components/shared/use-save-table'
import { FileButton } from '@/components/ui/inputs/file-button'
import type { Month } from '@/lib/domain/calendar'

import { monthName } from './month-pager'
import { csvName, type UsageFile, xlsxName } from './usage-names'
import { useMonthDays, useEndpoints } from './use-usage'

/** The card's table as CSV, from the data shown; the writer loads on press. */
export function SaveButton({ month, file }: { readonly month: Month; readonly file: UsageFile }) {
  const t = useTranslations('usage.file')
  const locale = useLocale()
  const makeTable = useTable(month, file)
  const { save, isSaving } = useSaveTable()
  const makeTables = async () => [await makeTable()].filter((table) => table !== undefined)
  return (
    <FileButton
      format="csv"
      of={t(file === 'days' ? 'ofDays' : 'ofEndpoints', { month: monthName(month, locale) })}
      isPending={isSaving}
      onClick={() => void save({ name: csvName(month, file), format: 'csv', makeTables })}
    />
  )
}

/** Built from the page's cached answers; undefined while they are loading. */
function useTable(month: Month, file: UsageFile) {
  const [days, endpoints] = [useMonthDays(month).data, useEndpoints(month).data]
  return async () => {
    const { daysTable, endpointsTable } = await import('./usage-table')
    if (file === 'days') return days && daysTable(days.items, month)
    return endpoints && endpointsTable(endpoints.items, month)
  }
}

/** Both tables of the month as one workbook; the writer loads on press. */
export function SaveWorkbook({ month }: { readonly month: Month }) {
  const t = useTranslations('usage.file')
  const locale = useLocale()
  const makers = [useTable(month, 'days'), useTable(month, 'endpoints')]
  const answers = [useMonthDays(month).data, useEndpoints(month).data]
  const isReady = answers.every((answer) => answer !== undefined)
  const { save, isSaving } = useSaveTable()
  const makeTables = async () =>
    (await Promise.all(makers.map((make) => make()))).filter((table) => table !== undefined)
  return (
    <FileButton
      format="xlsx"
      of={monthName(month, locale)}
      isPending={isSaving}
      disabledReason={isReady ? undefined : t('notReady')}
      onClick={() => void save({ name: xlsxName(month), format: 'xlsx', makeTables })}
    />
  )
}
