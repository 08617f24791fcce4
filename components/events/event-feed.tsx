'use client'

import { type ReactNode, useCallback, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { PageHeader } from '@/components/layout/page-header'
import { Button, LinkButton } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { toast } from '@/components/ui/overlay/toast'
import { useCountValues } from '@/components/ui/use-count-values'
import { WaitingNews } from '@/components/ui/waiting-news'
import type { PanelAnswer } from '@/lib/client/client'
import { act } from '@/lib/client/queries'
import { formatTime } from '@/lib/domain/format/format'
import { routes } from '@/lib/domain/routes'

import { EventList } from './event-list'
import { type EventSearch, eventAddress, toFilterQuery } from './event-search'
import { type FeedEvent, isUnread, withWaitingShown, allRead, type Feed, type FeedStore, withMarks } from './feed-store'
import { LIVE_S } from './poll-pace'
import { useEventPages } from './use-event-pages'
import { type LiveFeed, useLiveFeed } from './use-live-feed'

const EventDialog = lazyComponent(async () => (await import('./event-dialog')).EventDialog)

interface EventFeedProps {
  readonly search: EventSearch
  readonly first: PanelAnswer<'events.list'>
  readonly children: ReactNode
}

export function EventFeed({ search, first, children }: EventFeedProps) {
  const t = useTranslations('events')
  const top = useRef<HTMLDivElement>(null)
  const live = useLiveFeed(search, first)
  const pages = useEventPages(search, first)
  const { mark, markAll } = useMarks(live.store, search)
  // An address that names an event opens it.
  const [open, setOpen] = useState<FeedEvent | undefined>(search.event === undefined ? undefined : first.items[0])
  const { store, feed } = live
  const onOpen = useCallback(
    (event: FeedEvent) => {
      setOpen(event)
      if (isUnread(event, store.read())) void mark([event.id], true)
    },
    [store, mark],
  )
  const onToggle = useCallback(
    (event: FeedEvent) => void mark([event.id], isUnread(event, store.read())),
    [store, mark],
  )
  const showNew = () => {
    store.change(withWaitingShown)
    top.current?.scrollIntoView({ block: 'center' })
  }
  return (
    <>
      <FeedHeader
        live={live}
        total={first.total}
        given={first.given}
        onMarkAll={() => void markAll()}
        isNarrowed={eventAddress.narrows(search)}
      />
      {children}
      <ReadingNote live={live} />
      <div ref={top}>
        <NewEvents count={feed.waitingCount} isBehind={feed.more || feed.reading.state === 'behind'} onShow={showNew} />
      </div>
      <Card>
        {pages.events.length + feed.shown.length === 0 ? (
          <FeedEmpty isNarrowed={eventAddress.narrows(search)} />
        ) : (
          <EventList feed={feed} pages={pages} onOpen={onOpen} onToggle={onToggle} />
        )}
      </Card>
      {first.tags_as_of !== null && <p className="mt-2 text-sm text-muted">{t('tagsAsOf')}</p>}
      {open !== undefined && (
        <EventDialog
          event={open}
          isUnread={isUnread(open, feed)}
          onToggle={onToggle}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  )
}

interface FeedHeaderProps {
  readonly live: LiveFeed
  readonly total: number
  readonly given: number
  readonly isNarrowed: boolean
  readonly onMarkAll: () => void
}

function FeedHeader({ live, total, given, isNarrowed: isSearch, onMarkAll }: FeedHeaderProps) {
  const t = useTranslations('events')
  const countValues = useCountValues()
  const { feed } = live
  return (
    <PageHeader
      title={t('title')}
      subtitle={
        <span className="inline-flex min-h-5 flex-wrap gap-x-1 tabular">
          <span>{t('count', countValues(total + feed.shown.length))}</span>
          {given > total && <span title={t('foldedWhy')}>{t('folded', { count: countValues(given).count })}</span>}
          <FeedStatus live={live} />
        </span>
      }
      actions={
        <Button onClick={onMarkAll} disabledReason={feed.unread === 0 ? t('marks.nothing') : undefined}>
          {t(isSearch ? 'marks.shown' : 'marks.all')}
        </Button>
      }
    />
  )
}

function FeedEmpty({ isNarrowed: isSearch }: { readonly isNarrowed: boolean }) {
  const t = useTranslations('events.empty')
  if (isSearch) return <EmptyState title={t('noMatch')}>{t('noMatchText')}</EmptyState>
  return (
    <EmptyState title={t('title')} action={<LinkButton href={routes.monitors}>{t('monitors')}</LinkButton>}>
      {t('text')}
    </EmptyState>
  )
}

interface LiveProps {
  readonly live: LiveFeed
}

/** Shows whether new events arrive automatically, and how recent the newest are. */
function FeedStatus({ live: { feed, isOnline, isPushed, error } }: LiveProps) {
  const t = useTranslations('events.status')
  const common = useTranslations('common')
  const { as_of: asOf, state } = feed.reading
  const isLive = isOnline && error === null && (state === 'current' || state === 'behind')
  return (
    <span>
      · {isLive ? t(isPushed ? 'pushed' : 'live', { seconds: LIVE_S }) : t('paused')}
      {asOf !== null && ` · ${common('asOf', { time: formatTime(asOf) })}`}
    </span>
  )
}

/** Explains why new events do not arrive, and that none is lost. */
function ReadingNote({ live: { feed, isOnline, error } }: LiveProps) {
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

/** Marks events as read or unread, on the page at once and then in the panel; a refused change is reverted. */
function useMarks(store: FeedStore, search: EventSearch) {
  const t = useTranslations('events.marks')
  const mark = useCallback(
    async (ids: readonly number[], isRead: boolean) => {
      store.change((feed) => withMarks(feed, ids, isRead))
      try {
        const { unread } = await act('events.mark', { body: { ids: [...ids], is_read: isRead } })
        store.change((feed) => ({ ...feed, unread }))
      } catch {
        store.change((feed) => withMarks(feed, ids, !isRead))
        toast.error(t('failed'))
      }
    },
    [store, t],
  )

  const markAll = useCallback(async () => {
    const before = store.read()
    const restore = (unread: number) =>
      store.change((feed): Feed => ({ ...feed, marks: before.marks, readUpTo: before.readUpTo, unread }))
    const undo = async (turn: number) => {
      try {
        restore((await act('events.undoMarkAll', { body: { turn } })).unread)
      } catch {
        toast.error(t('undoFailed'))
      }
    }
    store.change(allRead)
    try {
      const { turn, unread } = await act('events.markAll', { body: { up_to: before.seen, ...toFilterQuery(search) } })
      store.change((feed) => ({ ...feed, unread }))
      toast.success(t(eventAddress.narrows(search) ? 'shownRead' : 'allRead'), {
        action: { label: t('undo'), onPress: () => void undo(turn) },
      })
    } catch {
      restore(before.unread)
      toast.error(t('failed'))
    }
  }, [store, search, t])

  return { mark, markAll }
}
