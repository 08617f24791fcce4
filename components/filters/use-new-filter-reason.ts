'use client'

import { useTranslations } from 'use-intl'

import { usePermission } from '@/components/layout/viewer'
import { usePlanPlaces } from '@/components/meters/use-meters'

/** Returns why no further filter can be created, as text; undefined if one can. */
export function useNewFilterReason(): string | undefined {
  const t = useTranslations('filters')
  const permission = usePermission('filters.create')
  const { count = 0, limit } = usePlanPlaces('filters')
  const isFull = typeof limit === 'number' && count >= limit
  return permission.reason ?? (isFull ? t('full', { limit }) : undefined)
}
