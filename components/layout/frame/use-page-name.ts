'use client'

import { useTranslations } from 'use-intl'

import type { PageKey } from '@/lib/domain/pages'

import { useViewer } from '../viewer'

/** What a page is called, in the navigation, the breadcrumb and the palette alike. */
export function usePageName(): (key: PageKey) => string {
  const t = useTranslations('layout.pages')
  const { mode } = useViewer()
  // The keys of a remote service belong to its own panel; this one shows its connection in their place.
  return (key) => t(key === 'settingsApi' && mode === 'remote' ? 'connection' : key)
}
