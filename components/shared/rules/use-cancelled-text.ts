'use client'

import { useTranslations } from 'use-intl'

import { useCountValues } from '@/components/ui/use-count-values'

/** What was done to a rule, and how many of its messages that waited go to nobody because of it. */
export function useCancelledText() {
  const t = useTranslations('rules-form')
  const counted = useCountValues()
  return (done: string, cancelled: number): string =>
    cancelled === 0 ? done : `${done} ${t('cancelled', counted(cancelled))}`
}
