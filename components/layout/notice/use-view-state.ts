'use client'

import { createContext, use, useEffect, useId } from 'react'

import { failureKey } from '../failure'
import { reportView, type TroubledView } from './view-states'

/** The states that `PageNotice` shows once for all views of the page. */
export interface PageAnnouncements {
  readonly failed: boolean
  readonly stale: boolean
}

const noAnnouncements: PageAnnouncements = { failed: false, stale: false }
const PageAnnouncementsContext = createContext(noAnnouncements)
export const PageAnnouncementsProvider = PageAnnouncementsContext.Provider

interface ViewStateInput extends Omit<TroubledView, 'failure' | 'since'> {
  /** Milliseconds since the epoch: when the stale data was read. */
  readonly since?: number
}

/**
 * Reports the state of a view to the page. Returns true if the page notice already covers it, so that the view shows
 * nothing.
 */
export function useViewState({ state, error, since, isFetching, refetch }: ViewStateInput): boolean {
  const id = useId()
  const announced = use(PageAnnouncementsContext)
  useEffect(() => {
    const failure = error === null ? undefined : failureKey(error)
    reportView(id, { state, error, failure, since: since ?? Date.now(), isFetching, refetch })
  }, [id, state, error, since, isFetching, refetch])
  useEffect(() => () => reportView(id, undefined), [id])
  return state === 'waiting' ? false : announced[state]
}
