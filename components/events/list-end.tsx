'use client'

import { useTranslations } from 'use-intl'

import { QueryFailed } from '@/components/layout/query-states'
import { Spinner } from '@/components/ui/spinner'

import type { EventPages } from './use-event-pages'

/** Under the last row: that more is loaded, or why it could not be. */
export function ListEnd({ list }: Pick<EventPages, 'list'>) {
  const t = useTranslations('events')
  const common = useTranslations('common')
  if (list.isFetchNextPageError) {
    return <QueryFailed query={{ ...list, refetch: list.fetchNextPage }} what={t('older')} />
  }
  if (!list.hasNextPage) return null
  return (
    <p className="flex items-center justify-center gap-2 border-t px-4 py-3 text-sm text-muted">
      {list.isFetching && <Spinner />}
      {common('loading')}
    </p>
  )
}
