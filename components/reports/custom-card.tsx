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
import type { OrderInput } from './order-body'
import { JobTable } from './orders/job-table'
import { newOrder, orderLike, type OrderStart } from './orders/order-start'
import { OrderFilterChip } from './report-filters'
import { type ListedReportJob, ORDER_BUTTON_ID } from './report-name'
import { JOBS_MORE, JOBS_SEARCHED, JOBS_SHOWN } from './report-search'
import { useReportJobs } from './use-report-jobs'

const OrderDialog = lazyComponent(async () => (await import('./order-dialog')).OrderDialog)

interface JobsProps {
  /** Shows only the reports ordered by this filter. */
  readonly filterId: string | undefined
  readonly downloads: Downloads
}

interface CustomCardProps extends JobsProps {
  /** Shows the reports of every filter again. */
  readonly onEveryFilter: () => void
  /** Opens a schedule with the values of an order. */
  readonly onSchedule: (values: OrderInput) => void
}

export function CustomCard({ filterId, downloads, onEveryFilter, onSchedule }: CustomCardProps) {
  const t = useTranslations('reports')
  const { reason } = usePermission('reports.create')
  const now = useClock()
  const [isOpen, setIsOpen] = useState(false)
  const [start, setStart] = useState<OrderStart>()
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
      {filterId !== undefined && (
        <p className="mb-4">
          <OrderFilterChip id={filterId} onRemove={onEveryFilter} />
        </p>
      )}
      <Card title={t('custom')} aside={order}>
        <Jobs
          filterId={filterId}
          downloads={downloads}
          onRepeat={(job) => open(orderLike(job, now))}
          onSchedule={(job) => onSchedule(orderLike(job, now).values)}
        />
        {start && (
          <OrderDialog
            key={start.key}
            isOpen={isOpen}
            onClose={() => setIsOpen(false)}
            start={start}
            onSchedule={(values) => {
              setIsOpen(false)
              onSchedule(values)
            }}
          />
        )}
      </Card>
    </>
  )
}

interface JobActions {
  readonly onRepeat: (job: ListedReportJob) => void
  readonly onSchedule: (job: ListedReportJob) => void
}

function Jobs({ filterId, ...props }: JobsProps & JobActions) {
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
