'use client'

import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'

import { AssignMenu } from '@/components/shared/assign-menu'
import { useSelectedRows } from '@/components/shared/use-selected-rows'
import { Card } from '@/components/ui/card'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { useMedia } from '@/components/ui/use-media'
import type { PanelAnswer } from '@/lib/client/client'
import { panelQuery } from '@/lib/client/queries'

import { EventListLazy } from './event-list-lazy'
import { type EventSearch, type FilterQuery, stateOf } from './event-search'
import { type EventViewProps, NOTE_ID } from './event-view'
import { FeedEmpty, FeedStatus, HideReviewed, MarkAll, NewEvents, ReadingNote } from './feed-notes'
import {
  countReviewed,
  type FeedEvent,
  isUnread,
  reviewOf,
  type SeverityCounts,
  severityCounts,
  withWaitingShown,
} from './feed-store'
import { ListBar } from './list-bar'
import { useEventMarks } from './use-event-marks'
import { useEventPages } from './use-event-pages'
import { type EventReviews, useEventReviews } from './use-event-reviews'
import { useLiveFeed } from './use-live-feed'

const EventPanel = lazyComponent(async () => (await import('./event-panel')).EventPanel)
const EventDialog = lazyComponent(async () => (await import('./event-dialog')).EventDialog)

/** The page's content is 1100 px wide from here, so that list and details fit side by side. */
const SIDE_BY_SIDE = '(min-width: 83.25rem)'

interface EventFeedProps {
  readonly search: EventSearch
  readonly filter: FilterQuery
  readonly first: PanelAnswer<'events.list'>
  /** When the first page was loaded, in milliseconds. */
  readonly loadedAt: number
  readonly onReload: () => void
  readonly onCounts: (counts: SeverityCounts) => void
}

interface OpenEvent {
  readonly event: FeedEvent
  /** Whether the note is to be written. */
  readonly isNoting: boolean
}

/** Everything that the list of one search shows and can do. */
function useFeed({ search, filter, first, loadedAt, onCounts }: EventFeedProps) {
  const live = useLiveFeed(filter, first, loadedAt)
  const { store, feed } = live
  const { list, events: older } = useEventPages(filter, first, loadedAt)
  const events = useMemo(() => (feed.shown.length === 0 ? older : [...feed.shown, ...older]), [feed.shown, older])
  const { mark, markAll } = useEventMarks(store, search, filter)
  useCounts(onCounts, severityCounts(feed, { first, events, isOpenOnly: stateOf(search) === 'open' }))
  const toggleRead = (toggled: readonly FeedEvent[]) => {
    const isRead = toggled.some((event) => isUnread(event, store.read()))
    void mark(
      toggled.map(({ id }) => id),
      isRead,
    )
  }
  return {
    live,
    list,
    events,
    total: first.total + feed.shown.length,
    reviews: useEventReviews(store),
    selection: useSelectedRows(events, ({ id }) => id),
    toggleRead,
    markRead: (event: FeedEvent) => isUnread(event, store.read()) && void mark([event.id], true),
    markAll: () => void markAll(),
  }
}

/** Reports the counts to the tabs above the list. */
function useCounts(onCounts: (counts: SeverityCounts) => void, { urgent, review, rest }: SeverityCounts): void {
  useEffect(() => onCounts({ urgent, review, rest }), [onCounts, urgent, review, rest])
}

export function EventFeed(props: EventFeedProps) {
  const { search, first } = props
  const t = useTranslations('events')
  const top = useRef<HTMLDivElement>(null)
  const shown = useFeed(props)
  const { feed, store } = shown.live
  const isBeside = useMedia(SIDE_BY_SIDE)
  const opened = useOpenEvent(search.event === undefined ? undefined : first.items[0], shown.markRead)
  const { open } = opened
  const showNew = () => {
    store.change(withWaitingShown)
    top.current?.scrollIntoView({ block: 'center' })
  }
  const view: EventViewProps | undefined = open && {
    ...open,
    review: reviewOf(open.event, feed),
    feed,
    reviews: shown.reviews,
    isUnread: isUnread(open.event, feed),
    onToggleRead: () => shown.toggleRead([open.event]),
    onClose: () => opened.show(undefined),
  }
  return (
    <>
      <ReadingNote live={shown.live} />
      <div ref={top}>
        <NewEvents count={feed.waitingCount} isBehind={feed.more || feed.reading.state === 'behind'} onShow={showNew} />
      </div>
      <FeedStatus live={shown.live} total={shown.total} given={first.given} />
      <div className={view && isBeside ? 'grid grid-cols-[minmax(0,1fr)_25rem] items-start gap-4' : undefined}>
        <FeedCard {...props} shown={shown} opened={opened} isBeside={isBeside} />
        {view && isBeside && <EventPanel {...view} />}
      </div>
      {first.tags_as_of !== null && <p className="mt-2 text-sm text-muted">{t('tagsAsOf')}</p>}
      {view && !isBeside && <EventDialog {...view} />}
    </>
  )
}

interface FeedCardProps extends EventFeedProps {
  readonly shown: ReturnType<typeof useFeed>
  readonly opened: ReturnType<typeof useOpenEvent>
  /** Whether details are shown beside the list. */
  readonly isBeside: boolean
}

function FeedCard({ search, first, shown, opened, isBeside, onReload }: FeedCardProps) {
  const { live, events, selection, reviews, total } = shown
  const { feed } = live
  const { open, show, follow } = opened
  const [assigning, setAssigning] = useState<Assigning>()
  if (events.length === 0) {
    return (
      <Card>
        <FeedEmpty search={search} hasEvents={first.latest > 0} />
      </Card>
    )
  }
  const reviewedCount = stateOf(search) === 'open' ? countReviewed(events, feed) : 0
  const writeNote = (event: FeedEvent) => {
    const field = open?.event.id === event.id ? document.getElementById(NOTE_ID)?.querySelector('textarea') : null
    if (field) field.focus()
    else show({ event, isNoting: true })
  }
  return (
    <Card className="@container">
      <ListBar list={shown.list} total={total} feed={feed} selection={selection} reviews={reviews}>
        <HideReviewed count={reviewedCount} isAll={reviewedCount === total} onHide={onReload} />
        <MarkAll total={total} search={search} unread={feed.unread} onMarkAll={shown.markAll} />
      </ListBar>
      <EventListLazy
        feed={feed}
        list={shown.list}
        events={events}
        selection={selection}
        openEvent={isBeside ? open?.event : undefined}
        onOpen={(event) => show({ event, isNoting: false })}
        onActive={(event) => isBeside && open !== undefined && follow(event)}
        onNote={writeNote}
        onToggleRead={shown.toggleRead}
        onToggleReviewed={(chosen) => void reviews.toggleReviewed(chosen)}
        onAssign={(chosen, anchor) => setAssigning({ events: chosen, anchor })}
      />
      {assigning && <AssignHost {...assigning} reviews={reviews} onClose={() => setAssigning(undefined)} />}
    </Card>
  )
}

/** Rows that are only passed on the way to another one are not opened. */
const FOLLOW_MS = 150

/** The event whose details are shown; `onOpen` is called for each one. */
function useOpenEvent(initial: FeedEvent | undefined, onOpen: (event: FeedEvent) => void) {
  // An address that names an event opens it.
  const [open, setOpen] = useState<OpenEvent | undefined>(initial && { event: initial, isNoting: false })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const show = (next: OpenEvent | undefined) => {
    clearTimeout(timer.current)
    setOpen(next)
    if (next !== undefined) onOpen(next.event)
  }
  const follow = (event: FeedEvent) => {
    clearTimeout(timer.current)
    if (event.id !== open?.event.id) timer.current = setTimeout(() => show({ event, isNoting: false }), FOLLOW_MS)
  }
  return { open, show, follow }
}

interface Assigning {
  readonly events: readonly FeedEvent[]
  readonly anchor: HTMLElement
}

function AssignHost({
  events,
  reviews,
  ...menu
}: Assigning & { readonly reviews: EventReviews; readonly onClose: () => void }) {
  const colleagues = useQuery(panelQuery('events.colleagues', {})).data?.items ?? []
  const onAssign = (assignee: string | null) => void reviews.change(events, { assignee })
  return <AssignMenu colleagues={colleagues} assignee={undefined} onAssign={onAssign} {...menu} />
}
