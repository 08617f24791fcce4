'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { QueryView } from '@/components/layout/query-states'
import { usePermission } from '@/components/layout/viewer'
import { Button } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { useClock } from '@/components/ui/clock'
import { EmptyState } from '@/components/ui/empty-state'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { SkeletonRows } from '@/components/ui/skeleton'
import { HeaderCell, Table, TableBody, TableHead } from '@/components/ui/table'

import { JobRow } from './job-row'
import { ORDER_BUTTON_ID, type ListedReportJob } from './report-job'
import type { Downloads } from './use-downloads'
import { useReportFilterNames } from './use-filter-names'
import { useReportJobs } from './use-report-jobs'

const OrderDialog = lazyComponent(() => import('./order-dialog').then((module) => module.OrderDialog))

interface CustomCardProps {
  /** Only those that were ordered by it. */
  readonly filterId: string | undefined
  readonly downloads: Downloads
}

/** Reports made to order, with the way to order one. */
export function CustomCard({ filterId, downloads }: CustomCardProps) {
  const t = useTranslations('reports')
  const { reason } = usePermission('reports.create')
  const jobs = useReportJobs(filterId)
  const now = useClock()
  const [isOpen, setIsOpen] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  const open = () => {
    setIsOpen(true)
    setWasOpen(true)
  }
  const order = (
    <Button id={ORDER_BUTTON_ID} size="sm" disabledReason={reason} onClick={open}>
      {t('order.open')}
    </Button>
  )
  return (
    <Card labelledBy="custom-title" className={filterId === undefined ? 'mt-4' : 'mb-4'}>
      <CardHeader title={t('custom')} titleId="custom-title" aside={order} />
      <QueryView
        query={jobs}
        skeleton={<SkeletonRows rows={2} />}
        what={t('customWhat')}
        isEmpty={({ items }) => items.length === 0}
        empty={
          <EmptyState title={t(filterId === undefined ? 'empty.custom' : 'empty.byFilter')}>
            {t('empty.customHint')}
          </EmptyState>
        }
      >
        {({ items }) => <JobTable jobs={items} now={now} downloads={downloads} />}
      </QueryView>
      {wasOpen && <OrderDialog isOpen={isOpen} onOpenChange={setIsOpen} />}
    </Card>
  )
}

interface JobTableProps {
  readonly jobs: readonly ListedReportJob[]
  readonly now: number
  readonly downloads: Downloads
}

function JobTable({ jobs, now, downloads }: JobTableProps) {
  const t = useTranslations('reports')
  const filterNames = useReportFilterNames(jobs.some((job) => job.filter_id))
  return (
    <Table label={t('custom')}>
      <TableHead>
        <HeaderCell>{t('columns.report')}</HeaderCell>
        <HeaderCell>{t('columns.days')}</HeaderCell>
        <HeaderCell>{t('columns.status')}</HeaderCell>
        <HeaderCell isEnd>{t('columns.rows')}</HeaderCell>
        <HeaderCell className="sm:pl-6">{t('columns.expires')}</HeaderCell>
        <HeaderCell isEnd>{t('columns.action')}</HeaderCell>
      </TableHead>
      <TableBody>
        {jobs.map((job) => (
          <JobRow key={job.id} job={job} filterNames={filterNames} now={now} downloads={downloads} />
        ))}
      </TableBody>
    </Table>
  )
}
