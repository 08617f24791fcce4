'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { QueryView } from '@/components/layout/query-states'
import { usePermission } from '@/components/layout/viewer'
import { Button } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { useClock } from '@/components/ui/clock'
import { EmptyState } from '@/components/ui/empty-state'
import { lazyPart } from '@/components/ui/lazy-part'
import { SkeletonRows } from '@/components/ui/skeleton'

import { JobTable } from './job-table'
import { ORDER_BUTTON_ID } from './report-job'
import type { Downloads } from './use-downloads'
import { useReportJobs } from './use-report-jobs'

const OrderDialog = lazyPart(() => import('./order-dialog').then((module) => module.OrderDialog))

/** Reports made to order, with the way to order one. */
export function CustomCard({ downloads }: { readonly downloads: Downloads }) {
  const t = useTranslations('reports')
  const { reason } = usePermission('reports.create')
  const jobs = useReportJobs()
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
    <Card labelledBy="custom-title" className="mt-4">
      <CardHeader title={t('custom')} titleId="custom-title" aside={order} />
      <QueryView
        query={jobs}
        skeleton={<SkeletonRows rows={2} />}
        what={t('customWhat')}
        isEmpty={({ items }) => items.length === 0}
        empty={<EmptyState title={t('empty.custom')}>{t('empty.customHint')}</EmptyState>}
      >
        {({ items }) => <JobTable jobs={items} now={now} downloads={downloads} />}
      </QueryView>
      {wasOpen && <OrderDialog isOpen={isOpen} onOpenChange={setIsOpen} />}
    </Card>
  )
}
