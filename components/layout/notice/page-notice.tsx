'use client'

import { type QueryState, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useMemo, useSyncExternalStore } from 'react'

import { deferredComponent } from '@/components/ui/lazy/deferred-component'
import { isRestored } from '@/lib/client/saved-usage'

import type { NoticesProps } from './notices'
import { PageAnnouncementsProvider } from './use-view-state'
import { readEmptyViews, readViews, sharedFailure, subscribeViews } from './view-states'

/** After the page, with which they would compete: most visits need none of them. */
const Notices = deferredComponent<NoticesProps>(async () => (await import('./notices')).Notices)

/** Keys of queries to the panel itself, which reveal nothing about the service. */
const ownKeys: ReadonlySet<unknown> = new Set(['panel', 'health', 'connection'])

const isAnswer = ({ status, dataUpdatedAt }: QueryState): boolean => status === 'success' && !isRestored(dataUpdatedAt)

function useIsAnswered(): boolean {
  const cache = useQueryClient().getQueryCache()
  const subscribe = useCallback(
    (listener: () => void) =>
      cache.subscribe(({ type }) => {
        if (type === 'updated' || type === 'removed') listener()
      }),
    [cache],
  )
  const read = () =>
    cache.getAll().some((query) => query.isActive() && !ownKeys.has(query.queryKey[0]) && isAnswer(query.state))
  return useSyncExternalStore(subscribe, read, () => true)
}

/** Shows a state that all views of the page share (waiting, failed or stale) once above the page. */
export function PageNotice({ children }: { readonly children: ReactNode }) {
  const views = useSyncExternalStore(subscribeViews, readViews, readEmptyViews)
  const isAnswered = useIsAnswered()
  const failed = sharedFailure(views, 'failed', isAnswered) !== undefined
  const stale = sharedFailure(views, 'stale', isAnswered) !== undefined
  const announced = useMemo(() => ({ failed, stale }), [failed, stale])
  return (
    <PageAnnouncementsProvider value={announced}>
      <Notices views={views} failed={failed} stale={stale} />
      {children}
    </PageAnnouncementsProvider>
  )
}
