'use client'

import { useLocale, useTranslations } from 'use-intl'

import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { saveFile } from '@/components/ui/save-file'
import { toast } from '@/components/ui/toast'
import type { Month } from '@/lib/domain/calendar'

import { monthName } from './month-name'
import { csvName, type UsageFile, xlsxName } from './usage-names'
import { useDays, useEndpoints } from './use-usage'

interface SaveButtonProps {
  readonly month: Month
  readonly of: UsageFile
}

/** The card's table as CSV, from what is shown; what writes files is fetched with the press. */
export function SaveButton({ month, of }: SaveButtonProps) {
  const t = useTranslations('usage.file')
  const locale = useLocale()
  const label = t(of === 'days' ? 'saveDays' : 'saveEndpoints', { month: monthName(month, locale) })
  const makeTable = useTable(month, of)
  const saveCsv = async () => {
    try {
      const [{ usageCsv }, table] = await Promise.all([import('./usage-csv'), makeTable()])
      if (table) saveFile(csvName(month, of), new Blob([usageCsv(table)], { type: 'text/csv;charset=utf-8' }))
    } catch {
      toast.error(t('failed'))
    }
  }
  return (
    <Button size="sm" aria-label={label} onClick={() => void saveCsv()}>
      <Icon name="download" />
      {t('save')}
    </Button>
  )
}

/** From what the page has read; undefined while it has not. */
function useTable(month: Month, of: UsageFile) {
  const [days, endpoints] = [useDays(month).data, useEndpoints(month).data]
  return async () => {
    const { daysTable, endpointsTable } = await import('./usage-table')
    if (of === 'days') return days && daysTable(days.items, month)
    return endpoints && endpointsTable(endpoints.items, month)
  }
}

/** Both tables of the month as one workbook; what writes it is fetched with the press. */
export function SaveWorkbook({ month }: { readonly month: Month }) {
  const t = useTranslations('usage.file')
  const locale = useLocale()
  const makeTables = [useTable(month, 'days'), useTable(month, 'endpoints')]
  const answers = [useDays(month).data, useEndpoints(month).data]
  const isReady = answers.every((answer) => answer !== undefined)
  const saveBoth = async () => {
    try {
      const { usageXlsx } = await import('./usage-xlsx')
      const tables = await Promise.all(makeTables.map((make) => make()))
      saveFile(xlsxName(month), await usageXlsx(tables.filter((table) => table !== undefined)))
    } catch {
      toast.error(t('failed'))
    }
  }
  return (
    <Button
      size="sm"
      aria-label={t('saveXlsxOf', { month: monthName(month, locale) })}
      disabledReason={isReady ? undefined : t('notReady')}
      onClick={() => void saveBoth()}
    >
      <Icon name="download" />
      {t('saveXlsx')}
    </Button>
  )
}
