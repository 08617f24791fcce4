'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { QueryView } from '@/components/layout/query-states'
import { usePermission } from '@/components/layout/viewer'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { SkeletonRows } from '@/components/ui/skeleton'
import { panelQuery } from '@/lib/client/queries'

import type { Downloads } from '../downloads/use-downloads'
import { draftOfOrder, draftOfSchedule, SCHEDULE_BUTTON_ID, type ScheduleDraft } from './schedule-draft'
import { ScheduleItem } from './schedule-item'

const ScheduleDialog = lazyComponent(async () => (await import('./schedule-dialog')).ScheduleDialog)

const REFRESH_MS = 30_000

interface SchedulesCardProps {
  readonly draft: ScheduleDraft | undefined
  readonly onDraft: (draft: ScheduleDraft | undefined) => void
  readonly downloads: Downloads
}

export function SchedulesCard({ draft, onDraft, downloads }: SchedulesCardProps) {
  const t = useTranslations('report-schedules')
  const { reason } = usePermission('reports.create')
  const { allowed } = usePermission('reports.list')
  const schedules = useQuery({
    ...panelQuery('reportSchedules.list', {}),
    enabled: allowed,
    refetchInterval: REFRESH_MS,
  })
  const [opened, setOpened] = useState<string>()
  return (
    <Card
      title={t('title')}
      aside={
        <Button id={SCHEDULE_BUTTON_ID} size="sm" disabledReason={reason} onClick={() => onDraft(draftOfOrder({}))}>
          {t('new')}
        </Button>
      }
    >
      <QueryView
        query={schedules}
        skeleton={<SkeletonRows rows={2} />}
        contentName={t('what')}
        isEmpty={({ items }) => items.length === 0}
        empty={<EmptyState title={t('empty')}>{t('emptyHint')}</EmptyState>}
      >
        {({ items }) => (
          <ul className="divide-y">
            {items.map((schedule) => (
              <ScheduleItem
                key={schedule.id}
                schedule={schedule}
                isOpen={opened === schedule.id}
                onToggle={() => setOpened(opened === schedule.id ? undefined : schedule.id)}
                onEdit={() => onDraft(draftOfSchedule(schedule))}
                downloads={downloads}
              />
            ))}
          </ul>
        )}
      </QueryView>
      {draft && <ScheduleDialog draft={draft} onClose={() => onDraft(undefined)} />}
    </Card>
  )
}
