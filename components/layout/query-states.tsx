'use client'

import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { isRestored } from '@/lib/client/saved-usage'

import type { FailedQueryProps, FailureReasonProps, RefetchableQuery, StaleLineProps } from './failed-query'
import { useViewState } from './notice/use-view-state'

/** Most visits meet no failure, so what shows one loads after the page. */
const loadFailures = () => import('./failed-query')

/** See `FailedQuery`. */
export const QueryFailed = lazyComponent<FailedQueryProps>(async () => (await loadFailures()).FailedQuery)
/** See `FailureReason`; for what is part of a page at its start. */
export const LazyFailureReason = lazyComponent<FailureReasonProps>(async () => (await loadFailures()).FailureReason)
const StaleLine = lazyComponent<StaleLineProps>(async () => (await loadFailures()).StaleLine)

interface QueryViewProps<Data> {
  readonly query: UseQueryResult<Data>
  /** It has the same size as the content, so that the layout does not shift. */
  readonly skeleton: ReactNode
  /** The end of "Could not load: …". */
  readonly contentName?: string | undefined
  readonly isEmpty?: ((data: Data) => boolean) | undefined
  readonly empty?: ReactNode
  readonly children: (data: Data) => ReactNode
}

/**
 * The four states of a view: skeleton, failed, empty and ready. Data outlives a failed refresh: it stays on screen with
 * its time.
 */
export function QueryView<Data>({ query, skeleton, contentName, isEmpty, empty, children }: QueryViewProps<Data>) {
  if (query.data === undefined) {
    return query.isError ? (
      <QueryFailed query={query} contentName={contentName} />
    ) : (
      <QueryWaiting query={query}>{skeleton}</QueryWaiting>
    )
  }
  const content = isEmpty?.(query.data) === true ? empty : children(query.data)
  return (
    <>
      {(query.isError || isRestored(query.dataUpdatedAt)) && <StaleNote query={query} />}
      {content}
    </>
  )
}

/** The skeleton of a query. It reports to the page notice, which mentions a long wait. */
export function QueryWaiting({ query, children }: { readonly query: RefetchableQuery; readonly children: ReactNode }) {
  useViewState({ state: 'waiting', error: null, isFetching: query.isFetching, refetch: query.refetch })
  return children
}

/** Shows "As of 14:32" above data whose last refresh failed, and the reason if the reader can fix it. */
export function StaleNote({ query }: StaleLineProps) {
  const { dataUpdatedAt: since, error, isFetching, refetch } = query
  return useViewState({ state: 'stale', error, since, isFetching, refetch }) ? null : <StaleLine query={query} />
}
