'use client'

import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'

import { panelQuery } from '@/lib/client/queries'
import { formatInteger } from '@/lib/domain/format/format'

import { usePermission } from '../viewer'

const POLL_MS = 60_000

/** The number of procedures found since the user last opened the list; refreshed every minute. */
export function UnseenMatches() {
  const t = useTranslations('layout')
  const locale = useLocale()
  const { allowed } = usePermission('bzpAlerts.unseen')
  const { data } = useQuery({
    ...panelQuery('bzpAlerts.unseen', {}),
    enabled: allowed,
    staleTime: POLL_MS,
    refetchInterval: POLL_MS,
  })
  const unseen = data?.unseen ?? 0
  if (unseen === 0) return null
  return (
    <span className="text-sm font-medium text-accent-ink tabular">
      {formatInteger(unseen, locale)}
      {data?.is_least === true && '+'}
      <span className="sr-only"> {t('unseenMatches', { count: unseen })}</span>
    </span>
  )
}
