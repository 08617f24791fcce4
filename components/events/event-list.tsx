'use client'

import { useCallback, useEffect, useMemo } from 'react'
import { useTranslations } from 'use-intl'

import { QueryFailed } from '@/components/layout/query-states'
import { usePageKeys } from '@/components/layout/use-page-keys'
import { useKeyboardRows } from '@/components/shared/use-keyboard-rows'
import { Spinner } from '@/components/ui/spinner'
import { useMedia } from '@/components/ui/use-media'

import { EventRow } from './event-row'
import { type Feed, type FeedEvent, isUnread } from './feed-store'
import type { EventPages } from './use-event-pages'

/** In pixels. Heights are fixed, so that 100 000 rows need no measuring. */
const WIDE = { row: 57, day: 34 }
const NARROW = { row: 80, day: 34 }

/** The number of rows loaded ahead of the visible ones. */
const ROWS_AHEAD = 40

export interface EventListProps {
  readonly feed: Feed
  readonly pages: EventPages
  readonly onOpen: (event: FeedEvent) => void
  readonly onToggle: (event: FeedEvent) => void
}

const beginsDay = (events: readonly FeedEvent[], index: number): boolean =>
  events[index]?.day !== events[index - 1]?.day

/** Loads further rows while missing ones are visible; stops after a failure until the user retries. */
function useLoadMore(list: EventPages['list'], { last, count }: { readonly last: number; readonly count: number }) {
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = list
  const shouldLoad = last + ROWS_AHEAD >= count && hasNextPage && !isFetching && !isFetchNextPageError
  useEffect(() => {
    if (shouldLoad) void fetchNextPage()
  }, [shouldLoad, fetchNextPage])
}

/** A virtual list of events: only visible rows are in the page. `u` marks one as read or unread. */
export function EventList({ feed, pages, onOpen, onToggle }: EventListProps) {
  const t = useTranslations('events')
  const { list, events: older } = pages
  const { shown } = feed
  const events = useMemo(() => (shown.length === 0 ? older : [...shown, ...older]), [shown, older])
  const sizes = useMedia('(max-width: 39.99rem)') ? NARROW : WIDE
  const sizeOf = useCallback((index: number) => sizes.row + (beginsDay(events, index) ? sizes.day : 0), [events, sizes])
  const { ref, active, setActive, isInside, virtualizer, scrollMargin } = useKeyboardRows({
    count: events.length,
    rowHeight: sizeOf,
  })
  usePageKeys({
    u: () => {
      const event = events[active]
      if (event && isInside()) onToggle(event)
    },
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
        {rows.map(({ index, start, size }) => {
          const event = events[index]
          return (
            event && (
              <EventRow
                key={event.id}
                event={event}
                index={index}
                top={start - scrollMargin}
                height={size}
                total={list.hasNextPage ? -1 : events.length}
                isUnread={isUnread(event, feed)}
                isActive={index === active}
                hasDay={beginsDay(events, index)}
                dayHeight={sizes.day}
                onOpen={onOpen}
                onFocus={setActive}
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
