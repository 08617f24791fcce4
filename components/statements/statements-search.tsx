'use client'

import { useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { SkeletonCard } from '@/components/ui/skeleton-card'

/** Says where the statements of a company are, above the search of companies. */
export function StatementsHint() {
  const t = useTranslations('statements.page')
  return (
    <Banner tone="info" className="mb-4">
      {t('hint')}
    </Banner>
  )
}

export const RecentStatementsLazy = lazyComponent(
  async () => (await import('./recent-statements')).RecentStatements,
  () => <SkeletonCard rows={4} />,
)
