'use client'

import { useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { formatTime } from '@/lib/domain/format/format'

import { LIVE_S } from './poll-pace'
import type { LiveFeed } from './use-live-feed'

interface LiveProps {
  readonly live: LiveFeed
}

/** Whether news come in by themselves, and how old the newest are. */
export function FeedStatus({ live: { feed, isOnline, isTold, error } }: LiveProps) {
  const t = useTranslations('events.status')
  const common = useTranslations('common')
  const { as_of: asOf, state } = feed.reading
  const isLive = isOnline && error === null && (state === 'current' || state === 'behind')
  return (
    <span>
      · {isLive ? t(isTold ? 'told' : 'live', { seconds: LIVE_S }) : t('paused')}
      {asOf !== null && ` · ${common('asOf', { time: formatTime(asOf) })}`}
    </span>
  )
}

/** Why news do not come in, and that none is lost. */
export function ReadingNote({ live: { feed, isOnline, error } }: LiveProps) {
  const t = useTranslations('events.status')
  const { state, retry_at: retryAt, code } = feed.reading
  const note = noteOf()
  return note === undefined ? null : (
    <Banner tone="warn" className="mb-3">
      {note}
    </Banner>
  )

  function noteOf(): string | undefined {
    if (!isOnline) return t('offline')
    if (error !== null) return t('unreachable')
    const time = retryAt === null ? '' : formatTime(retryAt)
    if (state === 'limited') return t('limited', { time })
    if (state === 'failed') return t('failed', { time, code: code ?? '' })
    return undefined
  }
}
