'use client'

import { useTranslations } from 'use-intl'

/** Shown for an answer in an unknown format. */
export function UnreadableAnswer() {
  const t = useTranslations('statements')
  return <p className="px-4 py-3.5 text-muted">{t('unreadable')}</p>
}
