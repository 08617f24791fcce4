'use client'

import { useLocale, useTranslations } from 'use-intl'

import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { shortSourceName } from '@/lib/domain/events/sources'
import { formatDateTime } from '@/lib/domain/format/format'
import type { SecretFeed } from '@/lib/features/feeds/contract'

export type FeedChange = { readonly feed: SecretFeed; readonly change: 'renew' | 'delete' }

interface FeedListProps {
  readonly feeds: readonly SecretFeed[]
  readonly onRequestChange: (change: FeedChange) => void
}

export function FeedList({ feeds, onRequestChange }: FeedListProps) {
  return (
    <ul>
      {feeds.map((feed) => (
        <FeedRow key={feed.id} feed={feed} onRequestChange={onRequestChange} />
      ))}
    </ul>
  )
}

function FeedRow({
  feed,
  onRequestChange,
}: {
  readonly feed: SecretFeed
  readonly onRequestChange: FeedListProps['onRequestChange']
}) {
  const t = useTranslations('feeds')
  const locale = useLocale()
  const { name, kind, sources, tag } = feed
  const from =
    sources.length === 0 ? t('row.allSources') : sources.map((each) => shortSourceName(each, locale)).join(', ')
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t px-4 py-3 first:border-t-0">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-2 font-medium break-words">
          {name} <Badge tone="neutral">{t(`shortKinds.${kind}`)}</Badge>
        </p>
        <p className="text-sm text-muted">
          {[from, tag !== null && t('row.tag', { tag })].filter(Boolean).join(' · ')}
        </p>
        <FeedState feed={feed} />
      </div>
      <div className="flex gap-2">
        <Button
          size="sm"
          aria-label={t('row.renewOf', { name })}
          onClick={() => onRequestChange({ feed, change: 'renew' })}
        >
          {t('row.renew')}
        </Button>
        <Button
          size="sm"
          aria-label={t('row.deleteOf', { name })}
          onClick={() => onRequestChange({ feed, change: 'delete' })}
        >
          {t('row.delete')}
        </Button>
      </div>
    </li>
  )
}

function FeedState({ feed }: { readonly feed: SecretFeed }) {
  const t = useTranslations('feeds.row')
  const locale = useLocale()
  const { renewed_at: renewed, last_read_at: read, revoked_at: revoked } = feed
  if (revoked !== null) return <p className="text-sm text-danger-ink">{t('revoked')}</p>
  const lastRead = read === null ? t('neverRead') : t('read', { time: formatDateTime(read, locale) })
  return (
    <p className="text-sm text-muted">
      {t('created', { time: formatDateTime(renewed, locale) })} · {lastRead}
    </p>
  )
}
