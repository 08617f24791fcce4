'use client'

import { useTranslations } from 'use-intl'

import { settingsPages } from './navigation'
import { SectionNav } from './section-nav'
import { usePageName } from './use-page-name'

export function SettingsNav() {
  const t = useTranslations('layout')
  const nameOf = usePageName()
  return (
    <SectionNav label={t('pages.settings')} pages={settingsPages.map(({ key }) => ({ key, label: nameOf(key) }))} />
  )
}
