'use client'

import { useLocale, useTranslations } from 'use-intl'

import { formatDateTime } from '@/lib/domain/format'

import type { Meter } from './use-meter'

/** What counts towards the cap, and until when. */
export function CapScope({ meter }: { readonly meter: Meter }) {
  const t = useTranslations('spend-cap.editor')
  const locale = useLocale()
  const { period_end: end } = meter
  return (
    <p className="text-sm text-muted">{end ? t('scope', { when: formatDateTime(end, locale) }) : t('scopePlain')}</p>
  )
}
