'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { QueryView } from '@/components/layout/query-states'
import { usePermission } from '@/components/layout/viewer'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { useClock } from '@/components/ui/clock'
import { EmptyState } from '@/components/ui/empty-state'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { SkeletonRows } from '@/components/ui/skeleton'

import type { Downloads } from './downloads/use-downloads'
import { JobTable } from './orders/job-table'
import { newOrder, orderLike, type OrderStart } from './orders/order-start'
import { type ListedReportJob, ORDER_BUTTON_ID } from './report-name'
import { PART_IDS, JOBS_MORE, JOBS_SEARCHED, JOBS_SHOWN } from './report-search'
import { draftOfOrder, type ScheduleDraft } from './schedules/schedule-draft'
import { SchedulesCard } from './schedules/schedules-card'
import { useReportJobs } from './use-report-jobs'

const OrderDialog = lazyComponent(async () => (await import('./order-dialog')).OrderDialog)

interface CustomCardProps {
  /** Shows only the reports ordered by this filter. */
  readonly filterId: string | undefined
  readonly downloads: Downloads
}

export function CustomCard({ filterId, downloads }: CustomCardProps) {
  const t = useTranslations('reports')
  const { reason } = usePermission('reports.create')
  const now = useClock()
  const [isOpen, setIsOpen] = useState(false)
  const [start, setStart] = useState<OrderStart>()
  const [draft, setDraft] = useState<ScheduleDraft>()
  const open = (chosen: OrderStart) => {
    setStart(chosen)
    setIsOpen(true)
  }
  const order = (
    <Button id={ORDER_BUTTON_ID} size="sm" disabledReason={reason} onClick={() => open(newOrder(now))}>
      {t('order.open')}
    </Button>
  )
  return (
    <>
      <Card
        anchor={PART_IDS.custom}
        title={t('custom')}
        aside={order}
        className={filterId === undefined ? 'mt-4' : 'mb-4'}
      >
        <Jobs
          filterId={filterId}
          downloads={downloads}
          onRepeat={(job) => open(orderLike(job, now))}
          onSchedule={(job) => setDraft(draftOfOrder(orderLike(job, now).values))}
        />
        {start && (
          <OrderDialog
            key={start.key}
            isOpen={isOpen}
            onClose={() => setIsOpen(false)}
            start={start}
            onSchedule={(values) => {
              setIsOpen(false)
              setDraft(draftOfOrder(values))
            }}
          />
        )}
      </Card>
      {filterId === undefined && <SchedulesCard draft={draft} onDraft={setDraft} downloads={downloads} />}
    </>
  )
}

interface JobsProps extends CustomCardProps {
  readonly onRepeat: (job: ListedReportJob) => void
  readonly onSchedule: (job: ListedReportJob) => void
}

function Jobs({ filterId, ...props }: JobsProps) {
  const t = useTranslations('reports')
  const [shown, setShown] = useState(JOBS_SHOWN)
  const jobs = useReportJobs(filterId, shown)
  return (
    <QueryView
      query={jobs}
      skeleton={<SkeletonRows rows={2} />}
      contentName={t('customWhat')}
      isEmpty={({ items }) => items.length === 0}
      empty={
        <EmptyState title={t(filterId === undefined ? 'empty.custom' : 'empty.byFilter')}>
          {t('empty.customHint')}
        </EmptyState>
      }
    >
      {({ items, next_cursor: next }) => (
        <>
          <JobTable jobs={items} {...props} />
          {filterId === undefined && next && shown < JOBS_SEARCHED && (
            <p className="border-t px-4 py-2.5">
              <Button size="sm" isPending={jobs.isPlaceholderData} onClick={() => setShown(shown + JOBS_MORE)}>
                {t('jobs.more')}
              </Button>
            </p>
          )}
        </>
      )}
    </QueryView>
  )
}
