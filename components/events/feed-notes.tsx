'use client'

import { useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { Button, LinkButton } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { useCountValues } from '@/components/ui/use-count-values'
import { WaitingNews } from '@/components/ui/waiting-news'
import { formatTime } from '@/lib/domain/format/format'
import { routes } from '@/lib/domain/routes'

import { type EventSearch, isPartial } from './event-search'
import { LIVE_S } from './poll-pace'
import type { LiveFeed } from './use-live-feed'

interface MarkAllProps {
  readonly total: number
  readonly search: EventSearch
  readonly unread: number
  readonly onMarkAll: () => void
}

export function MarkAll({ total, search, unread, onMarkAll }: MarkAllProps) {
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
export function HideReviewed({ count, isAll, onHide }: HideReviewedProps) {
  const t = useTranslations('events.review')
  const countValues = useCountValues()
  if (count === 0) return null
  return (
    <Button size="sm" onClick={onHide}>
      {isAll ? t('hideAll') : t('hide', countValues(count))}
    </Button>
  )
}

export function FeedEmpty({ search, hasEvents }: { readonly search: EventSearch; readonly hasEvents: boolean }) {
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
export function FeedStatus({ live: { feed, isOnline, isPushed, error }, total, given }: FeedStatusProps) {
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
export function ReadingNote({ live: { feed, isOnline, error } }: { readonly live: LiveFeed }) {
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

export function NewEvents({ count, isBehind, onShow }: NewEventsProps) {
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
