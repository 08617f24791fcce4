'use client'

import { useTranslations } from 'use-intl'

import { usePermission } from '../viewer'
import { findPage } from './navigation'
import { SectionNav } from './section-nav'

const keys = ['notifications', 'notificationChannels', 'notificationDeliveries', 'notificationFeeds'] as const

/** The pages about notifications, above each of them; whoever may read none of them sees none. */
export function NotificationsNav() {
  const t = useTranslations('layout')
  const { allowed } = usePermission('rules.list')
  if (!allowed) return null
  const pages = keys.flatMap((key) => {
    const item = findPage(key)
    return item?.isBuilt === true ? [{ item, label: t(`notificationsNav.${key}`) }] : []
  })
  return pages.length < 2 ? null : <SectionNav label={t('pages.notifications')} pages={pages} />
}
