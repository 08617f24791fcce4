'use client'

import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { SkeletonCard } from '@/components/ui/skeleton-card'

/** The company's page shows it in one of its tabs only. */
export const CompanyMonitorsLazy = lazyComponent<{ readonly number: string }>(
  async () => (await import('./company-monitors')).CompanyMonitors,
  () => <SkeletonCard rows={8} />,
)
