import { createStore } from '@/lib/domain/store'

import type { FailureKey } from '../failure'

/** A view of the page that has nothing to show yet, or nothing new. */
export interface TroubledView {
  readonly state: 'waiting' | 'failed' | 'stale'
  /** What was said; null while nothing was. */
  readonly error: Error | null
  readonly failure: FailureKey | undefined
  /** Epoch ms: since when it waits; from when its data are, when it is stale. */
  readonly at: number
  readonly isFetching: boolean
  readonly refetch: () => unknown
}

export type ViewStates = readonly TroubledView[]

const views = new Map<string, TroubledView>()
const snapshot = createStore<ViewStates>([])

/** Undefined: the view is well, or gone. */
export function noteView(id: string, view: TroubledView | undefined): void {
  if (view !== undefined) views.set(id, view)
  else if (!views.delete(id)) return
  snapshot.write([...views.values()])
}

const none: ViewStates = []
export const { read: readViews, subscribe: subscribeViews } = snapshot
export const noViews = (): ViewStates => none

/** As few views as make it worth saying something once above them. */
const MANY = 2

/** What several views would say alike; undefined while they differ, or while anything of the service is answered. */
export function sharedFailure(all: ViewStates, state: 'failed' | 'stale', isAnswered: boolean): FailureKey | undefined {
  const own = all.filter((view) => view.state === state)
  const failure = own[0]?.failure
  if (isAnswered || own.length < MANY || own.some((view) => view.failure !== failure)) return undefined
  return failure
}

/** Epoch ms since when the page waits; undefined when nothing of it does. */
export function waitingSince(all: ViewStates): number | undefined {
  const times = all.flatMap((view) => (view.state === 'waiting' ? [view.at] : []))
  return times.length === 0 ? undefined : Math.min(...times)
}
