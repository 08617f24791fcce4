'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'

import { Link } from '@/components/ui/link'
import { keptSince, restoreAnswers } from '@/lib/client/kept-answers'
import { formatDateTime } from '@/lib/domain/format/format'
import { routes } from '@/lib/domain/routes'

import { usePermission } from '../viewer'
import { useKeeper } from './use-keeper'

const linkClass = 'underline underline-offset-2'

/** What can be had while the service gives nothing: the last known figures, and pages that the panel fills itself. */
export function RecoveryActions() {
  const t = useTranslations('common.waysOut')
  const locale = useLocale()
  const client = useQueryClient()
  const owner = useKeeper()
  const since = keptSince(client, owner)
  const { allowed } = usePermission('events.list')
  return (
    <p className="mt-1 flex flex-wrap gap-x-3 gap-y-1">
      {since !== undefined && (
        <button type="button" className={linkClass} onClick={() => restoreAnswers(client, owner)}>
          {t('kept', { time: formatDateTime(since, locale) })}
        </button>
      )}
      {allowed && (
        <Link href={routes.events} className={linkClass}>
          {t('events')}
        </Link>
      )}
      <Link href={routes.settings} className={linkClass}>
        {t('settings')}
      </Link>
    </p>
  )
}
