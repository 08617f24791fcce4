'use client'

import { onlineManager, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'

import type { PanelAnswer } from '@/lib/client/client'
import { lazyPanelCall } from '@/lib/client/queries'
import { isApiError } from '@/lib/domain/api-error'

import type { FilterQuery } from './event-search'
import { listenForEvents } from './event-signal'
import { LATER_PAGE, unreadKey } from './events-queries'
import { createFeedStore, withFailure, withUpdates } from './feed-store'
import { LIVE_S, pollDelay } from './poll-pace'

const isHiddenNow = () => document.visibilityState === 'hidden'
function watchVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
const useIsHidden = () => useSyncExternalStore(watchVisibility, isHiddenNow, () => false)
const useIsOnline = () =>
  useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
    () => true,
  )

export type LiveFeed = ReturnType<typeof useLiveFeed>

/** The feed of a search from its first page on, which requests new events automatically from its position. */
export function useLiveFeed(filter: FilterQuery, first: PanelAnswer<'events.list'>, loadedAt: number) {
  const client = useQueryClient()
  const isHidden = useIsHidden()
  const isOnline = useIsOnline()
  const [store] = useState(() => createFeedStore(first))
  const feed = useSyncExternalStore(store.subscribe, store.read, store.read)
  /** Whether new events are notified, so that polling can be rare. */
  const [isPushed, setIsPushed] = useState(false)
  const { error, refetch } = useQuery({
    queryKey: ['panel', 'events', 'updates', filter, first.latest, loadedAt],
    queryFn: async ({ signal }) => {
      const { since, latestReview } = store.read()
      const query = { since, reviews_since: latestReview, limit: LATER_PAGE, ...filter }
      try {
        const answer = await lazyPanelCall('events.updates', { query }, { signal })
        store.change((now) => withUpdates(now, answer))
      } catch (problem) {
        if (!signal.aborted) store.change(withFailure)
        throw problem
      }
      return store.read().since
    },
    refetchInterval: ({ state }) =>
      pollDelay({
        more: store.read().more,
        isHidden,
        isPushed,
        failures: store.read().failures,
        retryAfterS: isApiError(state.error) ? state.error.retryAfterS : undefined,
      }),
    refetchIntervalInBackground: true,
    retry: false,
    gcTime: 0,
    // The first request is one interval later if the page was just loaded, and immediate if it was restored.
    initialData: first.latest,
    initialDataUpdatedAt: loadedAt,
    staleTime: 1000 * LIVE_S,
  })
  useEffect(() => {
    if (isHidden || !isOnline) return undefined
    const controller = new AbortController()
    const { signal } = controller
    listenForEvents({
      since: () => store.read().since,
      reviewsSince: () => store.read().latestReview,
      onNewEvents: () => void refetch({ cancelRefetch: false }),
      onLive: setIsPushed,
      signal,
    })
    return () => {
      controller.abort()
      setIsPushed(false)
    }
  }, [store, refetch, isHidden, isOnline])
  useEffect(() => {
    client.setQueryData(unreadKey, { unread: feed.unread })
  }, [client, feed.unread])
  return { feed, store, isOnline, isPushed, error }
}
