'use client'

import { useTranslations } from 'use-intl'

import { QueryFailed } from '@/components/layout/query-states'
import { AskFailure } from '@/components/meters/ask-failure'
import { PriceLine } from '@/components/meters/price-line'
import { Button } from '@/components/ui/button'
import { Card, CardBody } from '@/components/ui/card'
import { SkeletonRows } from '@/components/ui/skeleton'
import { useCountValues } from '@/components/ui/use-count-values'

import type { PagedList } from '../register-lists'
import { isNarrowed, type ListSearch } from './list-search'
import { PageSize } from './page-size'
import { RecentQueries } from './recent-queries'
import { LIST_POOL, type RegisterListState } from './use-register-list'

interface AskCardProps {
  readonly list: PagedList
  readonly title: string
  readonly search: ListSearch
  readonly state: RegisterListState
  readonly onChange: (part: Partial<ListSearch>) => void
}

/** Before anything was asked for: what it holds and what it costs, and what was paid for of it lately. */
export function AskCard({ list, title, search, state, onChange }: AskCardProps) {
  const t = useTranslations('registers')
  const counted = useCountValues()
  const { kept, asking, reason, ask } = state
  if (kept.isPending || kept.isError) {
    return <Card>{kept.isError ? <QueryFailed query={kept} what={title} /> : <SkeletonRows rows={6} />}</Card>
  }
  const { size } = search
  return (
    <Card>
      <CardBody className="space-y-4 py-5">
        <div className="max-w-prose space-y-1.5">
          <p className="font-semibold">{isNarrowed(search) ? t('notAskedQuery') : t('notAsked')}</p>
          <p className="text-muted">{t(`lists.${list}.about`)}</p>
          <p className="text-sm text-muted">{t('onlyPaidByPress')}</p>
        </div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button
            variant="primary"
            isPending={asking.isPending}
            disabledReason={reason}
            onClick={() => ask('first', size)}
          >
            {t(isNarrowed(search) ? 'askQuery' : 'askNewest', counted(size))}
          </Button>
          <PriceLine pool={LIST_POOL} units={size} isMost />
          <PageSize size={size} onChange={(next) => onChange({ size: next })} />
        </div>
      </CardBody>
      <AskFailure error={asking.error} />
      <RecentQueries list={list} onChange={onChange} />
    </Card>
  )
}
