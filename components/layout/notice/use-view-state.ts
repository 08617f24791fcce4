'use client'

import { createContext, use, useEffect, useId } from 'react'

import { failureKey } from '../failure'
import { noteView, type TroubledView } from './view-states'

/** What the page says once for all its views, as `PageNotice` found it. */
export interface PageAnnouncements {
  readonly failed: boolean
  readonly stale: boolean
}

const nothing: PageAnnouncements = { failed: false, stale: false }
const PageAnnouncementsContext = createContext(nothing)
export const PageAnnouncementsProvider = PageAnnouncementsContext.Provider

interface Trouble extends Omit<TroubledView, 'failure' | 'at'> {
  /** Epoch ms of the data that are stale. */
  readonly at?: number
}

/** Tells the page how this view is; true when the page says for all of them what this one would say. */
export function useViewState({ state, error, at, isFetching, refetch }: Trouble): boolean {
  const id = useId()
  const announced = use(PageAnnouncementsContext)
  useEffect(() => {
    const failure = error === null ? undefined : failureKey(error)
    noteView(id, { state, error, failure, at: at ?? Date.now(), isFetching, refetch })
  }, [id, state, error, at, isFetching, refetch])
  useEffect(() => () => noteView(id, undefined), [id])
  return state === 'waiting' ? false : announced[state]
}
