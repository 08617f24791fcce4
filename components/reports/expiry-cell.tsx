'use client'

import { useLocale, useTranslations } from 'use-intl'

import { Badge } from '@/components/ui/badge'
import { formatDateTime } from '@/lib/domain/format/format'
import { formatRoughTimeLeft } from '@/lib/domain/format/format-span'

import type { Expiry } from './report-index'

interface ExpiryCellProps {
  readonly expiresAt: string | null | undefined
  readonly expiry: Expiry
}

export function ExpiryCell({ expiresAt, expiry }: ExpiryCellProps) {
  const t = useTranslations('reports')
  const locale = useLocale()
  if (!expiresAt || expiry.state === 'unknown') return expiresAt ?? null
  const at = t('at', { at: formatDateTime(expiresAt, locale) })
  const text =
    expiry.state === 'expired' ? t('expired') : t('expiresIn', { left: formatRoughTimeLeft(expiry.leftMs, locale) })
  return (
    <time dateTime={expiresAt} title={at}>
      {expiry.state === 'soon' ? <Badge tone="warn">{text}</Badge> : <span className="text-muted">{text}</span>}
      <span className="block text-sm whitespace-nowrap text-muted stacked:hidden" aria-hidden>
        {t('days.until', { at: formatDateTime(expiresAt, locale) })}
      </span>
      <span className="sr-only"> ({at})</span>
    </time>
  )
}
