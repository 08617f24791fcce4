import { createStore } from '@/lib/domain/store'

import type { FailureKey } from '../failure'

export interface TroubledView {
  readonly state: 'waiting' | 'failed' | 'stale'
  /** Null unless a request failed. */
  readonly error: Error | null
  readonly failure: FailureKey | undefined
  /** Milliseconds since the epoch: when the wait began, or when the stale data was read. */
  readonly since: number
  readonly isFetching: boolean
  readonly refetch: () => unknown
}

export type ViewStates = readonly TroubledView[]

const views = new Map<string, TroubledView>()
const snapshot = createStore<ViewStates>([])

/** `undefined` removes the view, because it has recovered or was unmounted. */
export function reportView(id: string, view: TroubledView | undefined): void {
  if (view !== undefined) views.set(id, view)
  else if (!views.delete(id)) return
  snapshot.write([...views.values()])
}

const emptyViews: ViewStates = []
export const { read: readViews, subscribe: subscribeViews } = snapshot
/** The snapshot for the server, which must be the same object each time. */
export const readEmptyViews = (): ViewStates => emptyViews

/** From this number of equal failures on, one shared notice replaces them. */
const MIN_SHARED = 2

/** The failure that several views share. Undefined if they differ, or if any query to the service has an answer. */
export function sharedFailure(all: ViewStates, state: 'failed' | 'stale', isAnswered: boolean): FailureKey | undefined {
  const viewsInState = all.filter((view) => view.state === state)
  const failure = viewsInState[0]?.failure
  if (isAnswered || viewsInState.length < MIN_SHARED || viewsInState.some((view) => view.failure !== failure))
    return undefined
  return failure
}

/** Milliseconds since the epoch when the longest wait began; undefined if no view is waiting. */
export function waitingSince(all: ViewStates): number | undefined {
  const times = all.flatMap((view) => (view.state === 'waiting' ? [view.since] : []))
  return times.length === 0 ? undefined : Math.min(...times)
}
