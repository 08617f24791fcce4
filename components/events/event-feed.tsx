'use client'

import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { useAssignGroups } from '@/components/shared/assign-button'
import { useRowSelection } from '@/components/shared/use-row-selection'
import { Button, LinkButton } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { useCountValues } from '@/components/ui/use-count-values'
import { useMedia } from '@/components/ui/use-media'
import { WaitingNews } from '@/components/ui/waiting-news'
import type { PanelAnswer } from '@/lib/client/client'
import { panelQuery } from '@/lib/client/queries'
import { formatTime } from '@/lib/domain/format/format'
import { routes } from '@/lib/domain/routes'

import type { EventViewProps } from './event-details'
import { EventList } from './event-list'
import { type EventSearch, type FilterQuery, isPartial, stateOf } from './event-search'
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
import { LIVE_S } from './poll-pace'
import { useEventMarks } from './use-event-marks'
import { useEventPages } from './use-event-pages'
import { type EventReviews, useEventReviews } from './use-event-reviews'
import { type LiveFeed, useLiveFeed } from './use-live-feed'

const EventPanel = lazyComponent(async () => (await import('./event-panel')).EventPanel)
const EventDialog = lazyComponent(async () => (await import('./event-dialog')).EventDialog)
const AssignMenu = lazyComponent(async () => (await import('@/components/ui/overlay/menu')).Menu)

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

export function EventFeed({ search, filter, first, loadedAt, onReload, onCounts }: EventFeedProps) {
  const t = useTranslations('events')
  const top = useRef<HTMLDivElement>(null)
  const live = useLiveFeed(filter, first, loadedAt)
  const { store, feed } = live
  const { list, events: older } = useEventPages(filter, first, loadedAt)
  const events = useMemo(() => (feed.shown.length === 0 ? older : [...feed.shown, ...older]), [feed.shown, older])
  const { mark, markAll } = useEventMarks(store, search, filter)
  const reviews = useEventReviews(store)
  const selection = useRowSelection(events, ({ id }) => id)
  const [assigning, setAssigning] = useState<Assigning>()
  const isBeside = useMedia(SIDE_BY_SIDE)
  const { open, setOpen, follow } = useOpenEvent(search.event === undefined ? undefined : first.items[0], (event) => {
    if (isUnread(event, store.read())) void mark([event.id], true)
  })
  useCounts(onCounts, severityCounts(feed, { first, events, isOpenOnly: stateOf(search) === 'open' }))
  const onToggleRead = (toggled: readonly FeedEvent[]) => {
    const isRead = toggled.some((event) => isUnread(event, store.read()))
    void mark(
      toggled.map(({ id }) => id),
      isRead,
    )
  }
  const showNew = () => {
    store.change(withWaitingShown)
    top.current?.scrollIntoView({ block: 'center' })
  }
  const total = first.total + feed.shown.length
  const view: EventViewProps | undefined = open && {
    ...open,
    review: reviewOf(open.event, feed),
    feed,
    reviews,
    isUnread: isUnread(open.event, feed),
    onToggleRead: () => onToggleRead([open.event]),
    onClose: () => setOpen(undefined),
  }
  return (
    <>
      <ReadingNote live={live} />
      <div ref={top}>
        <NewEvents count={feed.waitingCount} isBehind={feed.more || feed.reading.state === 'behind'} onShow={showNew} />
      </div>
      <FeedStatus live={live} total={total} given={first.given} />
      <div className={view && isBeside ? 'grid grid-cols-[minmax(0,1fr)_25rem] items-start gap-4' : undefined}>
        <Card>
          {events.length === 0 ? (
            <FeedEmpty search={search} hasEvents={first.latest > 0} />
          ) : (
            <>
              <ListBar feed={feed} selection={selection} reviews={reviews}>
                <HideReviewed
                  count={stateOf(search) === 'open' ? countReviewed(events, feed) : 0}
                  isAll={countReviewed(events, feed) === total}
                  onHide={onReload}
                />
                <MarkAll total={total} search={search} unread={feed.unread} onMarkAll={() => void markAll()} />
              </ListBar>
              <EventList
                feed={feed}
                list={list}
                events={events}
                selection={selection}
                openEvent={isBeside ? open?.event : undefined}
                onOpen={(event) => setOpen({ event, isNoting: false })}
                onActive={(event) => isBeside && open !== undefined && follow(event)}
                onNote={(event) => setOpen({ event, isNoting: true })}
                onToggleRead={onToggleRead}
                onToggleReviewed={(chosen) => void reviews.toggleReviewed(chosen)}
                onAssign={(chosen, anchor) => setAssigning({ events: chosen, anchor })}
              />
            </>
          )}
        </Card>
        {view && isBeside && <EventPanel {...view} />}
      </div>
      {first.tags_as_of !== null && <p className="mt-2 text-sm text-muted">{t('tagsAsOf')}</p>}
      {view && !isBeside && <EventDialog {...view} />}
      {assigning && <AssignHost {...assigning} reviews={reviews} onClose={() => setAssigning(undefined)} />}
    </>
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
  return { open, setOpen: show, follow }
}

/** Reports the counts to the tabs above the list. */
function useCounts(onCounts: (counts: SeverityCounts) => void, { urgent, review, rest }: SeverityCounts): void {
  useEffect(() => onCounts({ urgent, review, rest }), [onCounts, urgent, review, rest])
}

interface Assigning {
  readonly events: readonly FeedEvent[]
  readonly anchor: HTMLElement
}

/** The menu of colleagues at the active row, opened by its key. */
function AssignHost({
  events,
  anchor,
  reviews,
  onClose,
}: Assigning & { readonly reviews: EventReviews; readonly onClose: () => void }) {
  const t = useTranslations('common.assign')
  const colleagues = useQuery(panelQuery('events.colleagues', {})).data?.items ?? []
  const groupsOf = useAssignGroups()
  const ref = useRef(anchor)
  const onAssign = (assignee: string | null) => void reviews.change(events, { assignee })
  return (
    <AssignMenu
      label={t('title')}
      groups={groupsOf({ colleagues, assignee: undefined, onAssign })}
      triggerRef={ref}
      isOpen
      onOpenChange={onClose}
    />
  )
}

interface MarkAllProps {
  readonly total: number
  readonly search: EventSearch
  readonly unread: number
  readonly onMarkAll: () => void
}

function MarkAll({ total, search, unread, onMarkAll }: MarkAllProps) {
  const t = useTranslations('events.marks')
  const countValues = useCountValues()
  return (
    <Button size="sm" onClick={onMarkAll} disabledReason={unread === 0 ? t('nothing') : undefined}>
      {isPartial(search) ? t('shown', countValues(total)) : t('all')}
    </Button>
  )
}

interface HideReviewedProps {
  readonly count: number
  readonly isAll: boolean
  readonly onHide: () => void
}

/** Events that were reviewed stay in a list of events to review until they are hidden, so that no row jumps. */
function HideReviewed({ count, isAll, onHide }: HideReviewedProps) {
  const t = useTranslations('events.review')
  const countValues = useCountValues()
  if (count === 0) return null
  return (
    <Button size="sm" onClick={onHide}>
      {isAll ? t('hideAll') : t('hide', countValues(count))}
    </Button>
  )
}

function FeedEmpty({ search, hasEvents }: { readonly search: EventSearch; readonly hasEvents: boolean }) {
  const t = useTranslations('events.empty')
  if (!hasEvents) {
    return (
      <EmptyState title={t('title')} action={<LinkButton href={routes.monitors}>{t('monitors')}</LinkButton>}>
        {t('text')}
      </EmptyState>
    )
  }
  if (isPartial(search)) return <EmptyState title={t('noMatch')}>{t('noMatchText')}</EmptyState>
  return <EmptyState title={t('done')}>{t('doneText')}</EmptyState>
}

interface FeedStatusProps {
  readonly live: LiveFeed
  readonly total: number
  readonly given: number
}

/** How many events the list has, whether new ones arrive automatically, and how recent the newest are. */
function FeedStatus({ live: { feed, isOnline, isPushed, error }, total, given }: FeedStatusProps) {
  const t = useTranslations('events')
  const common = useTranslations('common')
  const countValues = useCountValues()
  const { as_of: asOf, state } = feed.reading
  const isLive = isOnline && error === null && (state === 'current' || state === 'behind')
  return (
    <p className="mb-2 flex min-h-5 flex-wrap gap-x-1 text-muted tabular">
      <span>{t('count', countValues(total))}</span>
      {given > total && <span title={t('foldedWhy')}>{t('folded', { count: countValues(given).count })}</span>}
      <span>
        · {isLive ? t(`status.${isPushed ? 'pushed' : 'live'}`, { seconds: LIVE_S }) : t('status.paused')}
        {asOf !== null && ` · ${common('asOf', { time: formatTime(asOf) })}`}
      </span>
    </p>
  )
}

/** Explains why new events do not arrive, and that none is lost. */
function ReadingNote({ live: { feed, isOnline, error } }: { readonly live: LiveFeed }) {
  const t = useTranslations('events.status')
  const { state, retry_at: retryAt, code } = feed.reading
  const noteOf = (): string | undefined => {
    if (!isOnline) return t('offline')
    if (error !== null) return t('unreachable')
    const time = retryAt === null ? '' : formatTime(retryAt)
    if (state === 'limited') return t('limited', { time })
    return state === 'failed' ? t('failed', { time, code: code ?? '' }) : undefined
  }
  const note = noteOf()
  return note === undefined ? null : (
    <Banner tone="warn" className="mb-3">
      {note}
    </Banner>
  )
}

interface NewEventsProps {
  readonly count: number
  readonly isBehind: boolean
  readonly onShow: () => void
}

function NewEvents({ count, isBehind, onShow }: NewEventsProps) {
  const t = useTranslations('events.new')
  const countValues = useCountValues()
  const label = (
    <>
      {t('show', countValues(count))}
      {isBehind && <span className="text-sm font-normal text-muted">{t('behind')}</span>}
    </>
  )
  return (
    <WaitingNews
      // During a catch-up the count changes too fast to be announced.
      announcement={count > 0 && !isBehind ? t('announce', countValues(count)) : ''}
      label={count > 0 ? label : undefined}
      onShow={onShow}
    />
  )
}
