'use client'

import { useTranslations } from 'use-intl'

import { useViewer } from '@/components/layout/viewer'

export function KeysDenied() {
  const t = useTranslations('keys')
  const layout = useTranslations('layout')
  const { role } = useViewer()
  return <p className="px-4 py-6 text-muted">{t('denied', { role: layout(`roles.${role}`) })}</p>
}
