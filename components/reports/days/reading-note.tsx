'use client'

import type { ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { formatDateTime } from '@/lib/domain/format/format'

import type { KnownDays } from './day-lines'

/** That what stands below is older than it looks, since the service does not answer the panel. */
export function ReportReadingNote({ known }: { readonly known: KnownDays | undefined }) {
  const t = useTranslations('reports.days.reading')
  const locale = useLocale()
  if (known === undefined) return null
  const { as_of: asOf, failed_at: failedAt } = known.reading
  if (asOf === null) return <WarnLine>{t('never')}</WarnLine>
  if (failedAt === null) return null
  return (
    <WarnLine>{t('failed', { since: formatDateTime(failedAt, locale), asOf: formatDateTime(asOf, locale) })}</WarnLine>
  )
}

export function WarnLine({ children }: { readonly children: ReactNode }) {
  return (
    <p role="status" className="border-b bg-warn-soft px-4 py-1.5 text-sm text-warn-ink">
      {children}
    </p>
  )
}

/** From when on the panel can say what was missing, where days before that are shown. */
export function WatchNote({ known }: { readonly known: KnownDays | undefined }) {
  const t = useTranslations('reports.days.reading')
  const locale = useLocale()
  const since = known?.reading.watched_since
  const isAsked = known?.days.some(({ reports }) => reports.some(({ state }) => state === 'before_watch'))
  if (!since || isAsked !== true) return null
  return (
    <p className="border-t px-4 py-2 text-sm text-muted">{t('watchedSince', { at: formatDateTime(since, locale) })}</p>
  )
}
