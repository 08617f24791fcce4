'use client'

import { type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'

import { QueryFailed } from '@/components/layout/query-states'
import { usePageKeys } from '@/components/layout/use-page-keys'
import { useKeyboardRows } from '@/components/shared/use-keyboard-rows'
import { Spinner } from '@/components/ui/spinner'

import { EventRow, type EventRowActions } from './event-row'
import { heightOf, useEventSizes } from './event-sizes'
import type { FeedEvent } from './feed-store'
import { type EventListState, rowStateOf } from './row-state'
import type { EventPages } from './use-event-pages'

/** The number of rows loaded ahead of the visible ones. */
const ROWS_AHEAD = 40

export interface EventKeyActions {
  readonly onToggleRead: (events: readonly FeedEvent[]) => void
  readonly onToggleReviewed: (events: readonly FeedEvent[]) => void
  readonly onAssign: (events: readonly FeedEvent[], anchor: HTMLElement) => void
  readonly onNote: (event: FeedEvent) => void
}

export interface EventListProps extends EventKeyActions, EventListState {
  readonly onOpen: (event: FeedEvent) => void
  readonly onActive: (event: FeedEvent) => void
}

/** Loads further rows while missing ones are visible; stops after a failure until the user retries. */
function useLoadMore(list: EventPages['list'], { last, count }: { readonly last: number; readonly count: number }) {
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = list
  const shouldLoad = last + ROWS_AHEAD >= count && hasNextPage && !isFetching && !isFetchNextPageError
  useEffect(() => {
    if (shouldLoad) void fetchNextPage()
  }, [shouldLoad, fetchNextPage])
}

/** The latest actions behind functions that never change, so that rows are not rendered for them. */
function useStableActions(actions: EventRowActions): EventRowActions {
  const latest = useRef(actions)
  useLayoutEffect(() => {
    latest.current = actions
  })
  const [stable] = useState<EventRowActions>(() => ({
    onOpen: (event) => latest.current.onOpen(event),
    onFocus: (index) => latest.current.onFocus(index),
    onActive: (event) => latest.current.onActive(event),
    onSelect: (event, isRange) => latest.current.onSelect(event, isRange),
  }))
  return stable
}

/**
 * A virtual list of events: only visible rows are in the page. Keys act on the selected rows; without a selection on the
 * active row, or on the event that is open.
 */
export function EventList(props: EventListProps) {
  const { list, events, selection, openEvent, onOpen, onActive, ...keys } = props
  const t = useTranslations('events')
  const sizes = useEventSizes()
  const sizeOf = useCallback((index: number) => heightOf(events, index, sizes), [events, sizes])
  const { ref, active, setActive, isInside, virtualizer, scrollMargin } = useKeyboardRows({
    count: events.length,
    rowHeight: sizeOf,
    onExtend: selection.extend,
  })
  const actions = useStableActions({
    onOpen,
    onFocus: setActive,
    onActive,
    onSelect: selection.toggle,
  })
  const activeEvent = () => (isInside() ? events[active] : openEvent)
  const withActive = (act: (event: FeedEvent) => void) => {
    const event = activeEvent()
    if (event) act(event)
  }
  const withChosen = (act: (events: readonly FeedEvent[]) => void) => {
    if (selection.chosen.length > 0) act(selection.chosen)
    else withActive((event) => act([event]))
  }
  const assign = (chosen: readonly FeedEvent[]) => {
    const anchor = ref.current?.querySelector<HTMLElement>(`[data-index="${active}"]`)
    if (anchor) keys.onAssign(chosen, anchor)
  }
  usePageKeys({
    u: () => withChosen(keys.onToggleRead),
    e: () => withChosen(keys.onToggleReviewed),
    a: () => withChosen(assign),
    n: () => withActive(keys.onNote),
    o: () => withActive(onOpen),
    x: () => withActive((event) => selection.toggle(event, false)),
    Escape: selection.clear,
  })
  const rows = virtualizer.getVirtualItems()
  useLoadMore(list, {
    last: Math.max(-1, ...rows.map(({ index }) => (index === active ? -1 : index))),
    count: events.length,
  })
  return (
    <>
      <div
        ref={ref}
        role="feed"
        aria-label={t('title')}
        aria-busy={list.isFetching}
        className="relative"
        style={{ height: virtualizer.getTotalSize() }}
      >
        {rows.map(({ index, start, size }): ReactNode => {
          const event = events[index]
          return (
            event && (
              <EventRow
                key={event.id}
                {...rowStateOf(props, event, index)}
                top={start - scrollMargin}
                height={size}
                dayHeight={sizes.day}
                isActive={index === active}
                actions={actions}
              />
            )
          )
        })}
      </div>
      <ListEnd list={list} />
    </>
  )
}

function ListEnd({ list }: Pick<EventPages, 'list'>) {
  const t = useTranslations('events')
  const common = useTranslations('common')
  if (list.isFetchNextPageError) {
    return <QueryFailed query={{ ...list, refetch: list.fetchNextPage }} contentName={t('older')} />
  }
  if (!list.hasNextPage) return null
  return (
    <p className="flex items-center justify-center gap-2 border-t px-4 py-3 text-sm text-muted">
      {list.isFetching && <Spinner />}
      {common('loading')}
    </p>
  )
}
