'use client'

import { useTranslations } from 'use-intl'

import type { FilterListName } from '@/lib/domain/filter-lists'

import type { FilterFault } from '../draft/filter-draft'

/** How many digits there should be. */
const lengths: Partial<Readonly<Record<FilterListName, 'ten' | 'nine' | 'eleven'>>> = {
  krs: 'ten',
  nip: 'ten',
  regon: 'nine',
  pesel: 'eleven',
}

/** What a fault says beside its value. */
export function useFilterFaultText(list: FilterListName): (fault: FilterFault) => string {
  const t = useTranslations('filters')
  const length = lengths[list]
  return (fault) => {
    if (fault.by === 'service') return fault.message
    if (length !== undefined && fault.code === 'length') return t(`faultsBeside.${length}`)
    if (length !== undefined && fault.code === 'format') return t('faultsBeside.digits')
    return list === 'subject_id' && fault.code === 'format' ? t('faultsBeside.uuid') : t(`faults.${fault.code}`)
  }
}
