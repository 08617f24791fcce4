'use client'

import { useTranslations } from 'use-intl'

import { FailureReason } from '@/components/layout/query-states'
import { Button } from '@/components/ui/button'

import type { MonitorList } from './use-monitor-list'

/** Further rows did not come: says why and waits for a retry, while the loaded ones stay. */
export function LoadMoreNote({ data }: { readonly data: MonitorList }) {
  const t = useTranslations('monitors.more')
  const { list } = data
  if (!list.isFetchNextPageError) return null
  return (
    <div
      role="alert"
      className="sticky bottom-0 flex flex-wrap items-center gap-x-3 gap-y-1 border-t bg-warn-soft px-4 py-2 text-warn-ink"
    >
      <p>{t('failed')}</p>
      <FailureReason error={list.error} />
      <Button
        size="sm"
        onClick={() => void list.fetchNextPage()}
        isPending={list.isFetchingNextPage}
        className="ml-auto"
      >
        {t('retry')}
      </Button>
    </div>
  )
}
