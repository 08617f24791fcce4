'use client'

import { useTranslations } from 'use-intl'

import { FailureReason } from '@/components/layout/query-states'
import { Button } from '@/components/ui/button'

import type { useSyncQuery } from './data/use-sync-query'

/** The rest of the monitors did not come: says why and waits for a retry, while the loaded ones stay. */
export function LoadNote({ query }: { readonly query: ReturnType<typeof useSyncQuery> }) {
  const t = useTranslations('monitors.more')
  return (
    <div
      role="alert"
      className="sticky bottom-0 flex flex-wrap items-center gap-x-3 gap-y-1 border-t bg-warn-soft px-4 py-2 text-warn-ink"
    >
      <p>{t('failed')}</p>
      <FailureReason error={query.error} />
      <Button size="sm" onClick={() => void query.refetch()} isPending={query.isFetching} className="ml-auto">
        {t('retry')}
      </Button>
    </div>
  )
}
