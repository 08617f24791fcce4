'use client'

import { useTranslations } from 'use-intl'

import { useCountValues } from '@/components/ui/use-count-values'

/** The message after a change of a rule, including how many queued messages the change cancelled. */
export function useCancelledText() {
  const t = useTranslations('rules-form')
  const countValues = useCountValues()
  return (doneText: string, cancelled: number): string =>
    cancelled === 0 ? doneText : `${doneText} ${t('cancelled', countValues(cancelled))}`
}
