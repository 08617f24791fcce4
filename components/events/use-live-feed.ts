'use client'

import { onlineManager, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'

import type { PanelAnswer } from '@/lib/client/client'
import { lazyPanelCall } from '@/lib/client/queries'
import { isApiError } from '@/lib/domain/api-error'

import { type EventSearch, toFilterQuery } from './event-search'
import { listenForEvents } from './event-signal'
import { LATER_PAGE, unreadKey } from './events-queries'
import { createFeedStore, withFailure, withUpdates } from './feed-store'
import { pollDelay } from './poll-pace'

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
export function useLiveFeed(search: EventSearch, first: PanelAnswer<'events.list'>) {
  const client = useQueryClient()
  const isHidden = useIsHidden()
  const isOnline = useIsOnline()
  const [store] = useState(() => createFeedStore(first))
  const feed = useSyncExternalStore(store.subscribe, store.read, store.read)
  /** Whether new events are notified, so that polling can be rare. */
  const [isPushed, setIsPushed] = useState(false)
  const { error, refetch } = useQuery({
    queryKey: ['panel', 'events', 'updates', toFilterQuery(search), first.latest],
    queryFn: async ({ signal }) => {
      const query = { since: store.read().since, limit: LATER_PAGE, ...toFilterQuery(search) }
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
    // The first request is one interval later, because the page was just loaded.
    initialData: first.latest,
    staleTime: 1000,
  })
  useEffect(() => {
    if (isHidden || !isOnline) return undefined
    const controller = new AbortController()
    const since = () => store.read().since
    const { signal } = controller
    listenForEvents({ since, onNewEvents: () => void refetch({ cancelRefetch: false }), onLive: setIsPushed, signal })
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
