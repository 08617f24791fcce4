'use client'

import { useTranslations } from 'use-intl'

import { useCountValues } from '@/components/ui/use-count-values'

import type { RequestFault } from './faults'

/** Maps cross-field rules, which the contract reports as messages, to translations. */
const RULES = {
  'Exactly one of krs, nip, regon and id is required': 'oneOfSelector',
  'At least one of nip and krs is required': 'nipOrKrs',
  'date_from must not be after date_to': 'dates',
  'value_from must not be above value_to': 'valuesOrder',
  'add or remove must name at least one tag': 'tagsNeeded',
  'Exactly one of identifier_value and filter_id is required': 'valueOrFilter',
  'Exactly one of content and filter_id is required': 'contentOrFilter',
} as const
const isRule = (message: string): message is keyof typeof RULES => message in RULES

/** Formats a fault in the user's language; messages that only the service knows are shown unchanged. */
export function useFaultWords(): (fault: RequestFault) => string {
  const t = useTranslations('console.faults')
  const countValues = useCountValues()
  return ({ fault, message }) => {
    if ('bound' in fault) return t(fault.kind, countValues(fault.bound))
    if (fault.kind !== 'said') return t(fault.kind)
    if (message === 'Field required') return t('required')
    return isRule(message) ? t(`rules.${RULES[message]}`) : message
  }
}
