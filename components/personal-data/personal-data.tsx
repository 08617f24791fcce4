'use client'

import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'

import { DeniedPage } from '@/components/layout/denied-page'
import { PageHeader } from '@/components/layout/page-header'
import { QueryView } from '@/components/layout/query-states'
import { usePermission } from '@/components/layout/viewer'
import { Card, CardHeader } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { ResourceTableSkeleton } from '@/components/ui/resource-table'
import { useCountValues } from '@/components/ui/use-count-values'
import { useKeptFocus } from '@/components/ui/use-kept-focus'
import { panelQuery } from '@/lib/client/queries'

import { personColumns } from './columns'
import { PeriodField } from './period-field'
import { type Review, retentionInput } from './retention-queries'
import { ReviewTable } from './review-table'

/** Persons who are watched for longer than the account allows without saying again why. */
export function PersonalData() {
  const t = useTranslations('personal-data')
  const { allowed } = usePermission('retention.list')
  if (!allowed) return <DeniedPage page="personalData" />
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      <ReviewCard />
    </>
  )
}

function ReviewCard() {
  const t = useTranslations('personal-data')
  const review = useQuery(panelQuery('retention.list', retentionInput))
  const ref = useRef<HTMLDivElement>(null)
  useKeptFocus(ref)
  return (
    <div ref={ref}>
      {review.data !== undefined && <PeriodField key={review.data.months} months={review.data.months} />}
      <Card labelledBy="review-title">
        <CardHeader
          title={t('list.title')}
          titleId="review-title"
          aside={review.data === undefined ? undefined : <Summary review={review.data} />}
        />
        <QueryView
          query={review}
          skeleton={<ResourceTableSkeleton columns={personColumns} rows={8} />}
          what={t('what')}
          isEmpty={({ items }) => items.length === 0}
          empty={
            <EmptyState title={t('empty.title')}>{t('empty.text', { months: review.data?.months ?? 0 })}</EmptyState>
          }
        >
          {({ items }) => <ReviewTable persons={items} />}
        </QueryView>
      </Card>
    </div>
  )
}

function Summary({ review }: { readonly review: Review }) {
  const t = useTranslations('personal-data.list')
  const counted = useCountValues()
  const text = (count: number) => counted(count).count
  const isCapped = review.overdue > review.items.length
  return (
    <span className="tabular">
      {t('summary', { overdue: text(review.overdue), persons: text(review.persons), personsNumber: review.persons })}
      {isCapped && ` · ${t('capped', { shown: text(review.items.length) })}`}
    </span>
  )
}
