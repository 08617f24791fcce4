'use client'

import { useTranslations } from 'use-intl'

import type { PageKey } from '@/lib/domain/pages'

import { useViewer } from '../viewer'

export function usePageName(): (key: PageKey) => string {
  const t = useTranslations('layout.pages')
  const { mode } = useViewer()
  // With a remote service the API keys belong to that service's panel, so this page shows the connection instead.
  return (key) => t(key === 'settingsApi' && mode === 'remote' ? 'connection' : key)
}
