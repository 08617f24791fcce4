'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'

import { usePermission } from '@/components/layout/viewer'
import { query } from '@/lib/client/queries'

/** Why no further filter can be made, in words; undefined while one can. */
export function useNewFilterReason(): string | undefined {
  const t = useTranslations('filters')
  const permission = usePermission('filters.create')
  const { data } = useQuery(query('usage.summary', {}))
  const limit = data?.limits?.filters
  const isFull = typeof limit === 'number' && (data?.counts?.filters ?? 0) >= limit
  return permission.reason ?? (isFull ? t('full', { limit }) : undefined)
}
