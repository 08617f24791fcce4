'use client'

import { useTranslations } from 'use-intl'

import type { FilterFault } from './filter-draft'

/** What a fault says, for a chip's title and for the list of faults. */
export function useFilterFaultText(): (fault: FilterFault) => string {
  const t = useTranslations('filters.faults')
  return (fault) => (fault.by === 'panel' ? t(fault.code) : fault.message)
}
