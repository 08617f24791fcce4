'use client'

import { useTranslations } from 'use-intl'

import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { Skeleton } from '@/components/ui/skeleton'

import type { CompanyTabProps } from '../company-tab'
import { PartView } from '../part/part-view'

const GraphContent = lazyComponent(
  async () => (await import('./graph-content')).GraphContent,
  () => <Skeleton className="m-4 h-96" />,
)

export function GraphTab({ number, calls }: CompanyTabProps) {
  const t = useTranslations('companies-graph')
  return (
    <PartView number={number} part="graph" calls={calls} title={t('title')} about={t('about')}>
      {([page]) => page && <GraphContent page={page} number={number} calls={calls} />}
    </PartView>
  )
}
