'use client'

import { useTranslations } from 'use-intl'

export function UnreadableAnswer() {
  const t = useTranslations('statements')
  return <p className="px-4 py-3.5 text-muted">{t('unreadable')}</p>
}
