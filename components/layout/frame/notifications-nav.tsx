'use client'

import { useTranslations } from 'use-intl'

import { usePermission } from '../viewer'
import { SectionNav } from './section-nav'

const keys = ['notifications', 'notificationChannels', 'notificationDeliveries', 'notificationFeeds'] as const

export function NotificationsNav() {
  const t = useTranslations('layout')
  const { allowed } = usePermission('rules.list')
  if (!allowed) return null
  const pages = keys.map((key) => ({ key, label: t(`notificationsNav.${key}`) }))
  return <SectionNav label={t('pages.notifications')} pages={pages} />
}
