'use client'

import { useTranslations } from 'use-intl'

import type { Fault } from './filter-draft'

/** What a fault says, for a chip's title and for the list of faults. */
export function useFaultText(): (fault: Fault) => string {
  const t = useTranslations('filters.faults')
  return (fault) => (fault.by === 'panel' ? t(fault.code) : fault.message)
}
