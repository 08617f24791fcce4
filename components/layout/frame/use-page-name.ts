'use client'

import { useTranslations } from 'use-intl'

import { isRegistersPage, type PageKey } from '@/lib/domain/pages'

import { useViewer } from '../viewer'

export function usePageName(): (key: PageKey) => string {
  const t = useTranslations('layout.pages')
  const names = useTranslations('register-names')
  const { mode } = useViewer()
  return (key) => {
    if (isRegistersPage(key)) return names(`${key}.page`)
    // With a remote service the API keys belong to that service's panel, so this page shows the connection instead.
    return t(key === 'settingsApi' && mode === 'remote' ? 'connection' : key)
  }
}
