'use client'

import { useTranslations } from 'use-intl'

import type { NavKey } from './navigation'
import { useViewer } from './viewer'

/** What a page is called, in the navigation, the breadcrumb and the palette alike. */
export function usePageName(): (key: NavKey) => string {
  const t = useTranslations('layout.pages')
  const { mode } = useViewer()
  // The keys of a remote service belong to its own panel; this one shows its connection in their place.
  return (key) => t(key === 'settingsApi' && mode === 'remote' ? 'connection' : key)
}
