'use client'

import { useLocale, useTranslations } from 'use-intl'

import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import type { Month } from '@/lib/domain/calendar'

import { monthName } from './month-name'
import { fileName, type UsageFile } from './usage-csv'

interface SaveButtonProps {
  readonly month: Month
  readonly of: UsageFile
  /** The file, from what is shown. */
  readonly makeText: () => string
}

export function SaveButton({ month, of, makeText }: SaveButtonProps) {
  const t = useTranslations('usage.file')
  const locale = useLocale()
  const label = t(of === 'days' ? 'saveDays' : 'saveEndpoints', { month: monthName(month, locale) })
  return (
    <Button size="sm" aria-label={label} onClick={() => save(fileName(month, of), makeText())}>
      <Icon name="download" />
      {t('save')}
    </Button>
  )
}

function save(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
