'use client'

import { type QueryState, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useMemo, useSyncExternalStore } from 'react'

import { isRestored } from '@/lib/client/kept-answers'

import { FailedNotice, StaleNotice } from './shared-failure'
import { ToldProvider } from './use-view-state'
import { noViews, readViews, sharedFailure, subscribeViews } from './view-states'
import { WaitingNotice } from './waiting-notice'

/** Queries of the panel itself, which say nothing of the service. */
const ownKeys: ReadonlySet<unknown> = new Set(['panel', 'health', 'connection'])

const isAnswer = ({ status, dataUpdatedAt }: QueryState): boolean => status === 'success' && !isRestored(dataUpdatedAt)

/** Whether any question of the page to the service is answered at present. */
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

/** Says once, above the page, what all its views would say alike: that they wait, that they failed, that they are old. */
export function PageNotice({ children }: { readonly children: ReactNode }) {
  const views = useSyncExternalStore(subscribeViews, readViews, noViews)
  const isAnswered = useIsAnswered()
  const failed = sharedFailure(views, 'failed', isAnswered) !== undefined
  const stale = sharedFailure(views, 'stale', isAnswered) !== undefined
  const told = useMemo(() => ({ failed, stale }), [failed, stale])
  return (
    <ToldProvider value={told}>
      {failed && <FailedNotice views={views.filter(({ state }) => state === 'failed')} />}
      {stale && <StaleNotice views={views.filter(({ state }) => state === 'stale')} />}
      <WaitingNotice views={views} />
      {children}
    </ToldProvider>
  )
}
