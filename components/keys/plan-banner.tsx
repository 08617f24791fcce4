'use client'

import { useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { useViewer } from '@/components/layout/viewer'

import { activeCount, type KeyList } from './key-list'

/** Why keys cannot be made, or do not work, on this plan. */
export function PlanBanner({ list }: { readonly list: KeyList | undefined }) {
  const t = useTranslations('keys')
  const { plan } = useViewer().account
  if (list?.api_access !== false) return null
  return (
    <Banner tone="warn" className="mb-4">
      {t(activeCount(list) > 0 ? 'noAccessListed' : 'noAccess', { plan })}
    </Banner>
  )
}
