'use client'
import { useTranslations } from 'use-intl'

import type { PassedNumber } from './judge-row'

/** Why a number is not taken, in words; of a kind that is known, what that kind asks for. */
export function useFaultText(): (fault: Pick<PassedNumber, 'reason' | 'type'>) => string {
  const t = useTranslations('monitor-import.faults')
  return ({ reason, type }) => t(reason, { kind: type ?? 'other' })
}
