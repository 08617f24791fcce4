'use client'

import { useTranslations } from 'use-intl'

import { classNames } from '@/components/ui/class-names'

export const statusClass =
  'inline-flex h-8 items-center gap-2 rounded-full border bg-card px-3 whitespace-nowrap text-muted tabular max-frame:h-9 max-frame:rounded-md'

/** The reserved size keeps the bar from shifting when the first answer arrives. */
export function StatusSpace() {
  const t = useTranslations('layout.status')
  return (
    <span aria-hidden className={classNames(statusClass, 'invisible gap-4 max-sm:hidden')}>
      {t('ok')}
    </span>
  )
}
