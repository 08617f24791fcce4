'use client'

import { useTranslations } from 'use-intl'

import { DeniedPage } from '@/components/layout/denied-page'
import { PageHeader } from '@/components/layout/page-header'
import { usePermission } from '@/components/layout/viewer'
import { deferredComponent } from '@/components/ui/lazy/deferred-component'

import { NewCheck } from './new/new-check'
import { RunsCard } from './runs-card'

const WhiteListSchedules = deferredComponent(
  async () => (await import('./schedules/white-list-schedules')).WhiteListSchedules,
)

export function WhiteList() {
  const t = useTranslations('white-list')
  const { allowed } = usePermission('whiteListRuns.list')
  const schedules = usePermission('whiteListSchedules.list')
  if (!allowed) return <DeniedPage page="whiteList" />
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      <div className="grid grid-cols-1 gap-4">
        <NewCheck />
        <RunsCard />
        {schedules.allowed && <WhiteListSchedules />}
      </div>
    </>
  )
}
