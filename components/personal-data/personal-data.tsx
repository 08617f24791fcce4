'use client'

import { useQuery } from '@tanstack/react-query'
import { useRef, type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'

import { DeniedPage } from '@/components/layout/denied-page'
import { PageHeader } from '@/components/layout/page-header'
import { QueryView } from '@/components/layout/query-states'
import { useAction } from '@/components/layout/use-action'
import { usePermission } from '@/components/layout/viewer'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { TextField } from '@/components/ui/inputs/text-field'
import { ResourceTableSkeleton } from '@/components/ui/resource-table'
import { useCountValues } from '@/components/ui/use-count-values'
import { useFocusFallback } from '@/components/ui/use-focus-fallback'
import { panelQuery } from '@/lib/client/queries'
import type { MAX_RETENTION_MONTHS } from '@/lib/features/retention/contract'

import { personColumns } from './columns'
import { type Review, retentionInput } from './retention-queries'
import { ReviewTable } from './review-table'

/** The contract's limit; importing its module would load the schemas. The type checks that both are equal. */
const MAX_MONTHS = 120 satisfies typeof MAX_RETENTION_MONTHS

const readMonths = (text: string): number | undefined => {
  const months = /^\d{1,3}$/.test(text.trim()) ? Number(text) : 0
  return months >= 1 && months <= MAX_MONTHS ? months : undefined
}

/** How long a purpose is valid, in months. */
function PeriodField({ months }: { readonly months: number }) {
  const t = useTranslations('personal-data.period')
  const [text, setText] = useState(String(months))
  const save = useAction('retention.setMonths', {
    done: (saved) => t('saved', saved),
    failed: (reason) => t('failed', { reason }),
  })
  const chosen = readMonths(text)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (chosen !== undefined && chosen !== months && !save.isPending) save.mutate({ body: { months: chosen } })
  }
  return (
    <form onSubmit={submit} className="mb-4 flex max-w-xl flex-wrap items-start gap-3">
      <div className="min-w-56 flex-1">
        <TextField
          label={t('label')}
          hint={t('hint')}
          inputMode="numeric"
          autoComplete="off"
          value={text}
          error={chosen === undefined ? t('wrong', { max: MAX_MONTHS }) : undefined}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      {chosen !== undefined && chosen !== months && (
        <Button type="submit" variant="primary" isPending={save.isPending} className="mt-7">
          {t('save')}
        </Button>
      )}
    </form>
  )
}

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
  useFocusFallback(ref)
  return (
    <div ref={ref}>
      {review.data !== undefined && <PeriodField key={review.data.months} months={review.data.months} />}
      <Card title={t('list.title')} aside={review.data === undefined ? undefined : <Summary review={review.data} />}>
        <QueryView
          query={review}
          skeleton={<ResourceTableSkeleton columns={personColumns} rows={8} />}
          contentName={t('what')}
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
  const countValues = useCountValues()
  const text = (count: number) => countValues(count).count
  const isCapped = review.overdue > review.items.length
  return (
    <span className="tabular">
      {t('summary', { overdue: text(review.overdue), persons: text(review.persons), personsNumber: review.persons })}
      {isCapped && ` · ${t('capped', { shown: text(review.items.length) })}`}
    </span>
  )
}
