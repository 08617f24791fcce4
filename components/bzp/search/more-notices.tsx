'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { LazyFailureReason } from '@/components/layout/query-states'
import { useAccountFacts } from '@/components/layout/use-account-facts'
import { usePermission } from '@/components/layout/viewer'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { useCountValues } from '@/components/ui/use-count-values'
import type { OperationAnswer } from '@/lib/client/client'
import { query, toQueryKey } from '@/lib/client/queries'
import type { BzpFilter } from '@/lib/contract/bzp'
import { formatInteger } from '@/lib/domain/format/format'
import { readStanding } from '@/lib/domain/usage/standing'
import { contradictsFilter } from '@/lib/features/bzp/domain/why-matches'

import { NoticeSummary } from '../notice/notice-summary'
import type { ShownNotice } from '../notice/shown-notice'

type ListedNotice = OperationAnswer<'bzp.list'>['items'][number]

/** Paid notices are cached as long as the preview, so that the same page is not bought twice in that time. */
const STALE_MS = 5 * 60_000

interface LoadedNotices {
  readonly notices: readonly ListedNotice[]
  /** Undefined before the first page, null after the last one. */
  readonly cursor: string | null | undefined
  /** The notices bought by the last press; undefined if they were cached already. */
  readonly bought: number | undefined
}

const noNotices: LoadedNotices = { notices: [], cursor: undefined, bought: undefined }

/** Only the fields that the filter uses are sent, because a service may not know the others. */
type UsedFields = Partial<{ [K in keyof BzpFilter]: NonNullable<BzpFilter[K]> }>
const usedFields = (filter: BzpFilter): UsedFields =>
  Object.fromEntries(
    Object.entries(filter).filter(([, value]) => (Array.isArray(value) ? value.length > 0 : value !== null)),
  )

const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)))

/** Loads the notices of a filter page by page; each page is requested by the user, because every notice is paid for. */
function useMoreNotices(filter: BzpFilter) {
  const client = useQueryClient()
  const [loaded, setLoaded] = useState(noNotices)
  const [error, setError] = useState<Error | null>(null)
  const [isLoading, setIsLoading] = useState(false)

  const loadPage = async (limit: number) => {
    const options = query('bzp.list', {
      query: { ...usedFields(filter), limit, ...(typeof loaded.cursor === 'string' && { cursor: loaded.cursor }) },
    })
    const boughtAt = () => client.getQueryState(options.queryKey)?.dataUpdatedAt
    setIsLoading(true)
    setError(null)
    const before = boughtAt()
    try {
      const { items, next_cursor: next } = await client.fetchQuery({
        ...options,
        // A failed answer may have been charged, so an automatic retry could cost more than announced.
        retry: false,
        staleTime: STALE_MS,
        gcTime: STALE_MS,
      })
      setLoaded(({ notices }) => ({
        notices: [...notices, ...items],
        cursor: items.length === 0 ? null : (next ?? null),
        bought: boughtAt() === before ? undefined : items.length,
      }))
    } catch (thrown) {
      setError(asError(thrown))
    } finally {
      setIsLoading(false)
      void client.invalidateQueries({ queryKey: toQueryKey('usage.api', {}).slice(0, 1) })
    }
  }
  return {
    ...loaded,
    /** The notices contradict the filter, so the service ignores its parameters, and buying more is pointless. */
    isUnrelated: loaded.notices.some((notice) => contradictsFilter(notice, filter)),
    error,
    isLoading,
    loadPage,
  }
}

const PAGE_SIZE = 25

export interface MoreNoticesProps {
  readonly filter: BzpFilter
  readonly count: number
  /** Ids of the free examples, which are shown above. */
  readonly shown: readonly string[]
  /** The price of one notice in units. */
  readonly unitsEach: number
  readonly onOpen: (notice: ShownNotice) => void
}

/** Lists matches beyond the examples, bought page by page, with the price shown before. */
export function MoreNotices({ filter, count, shown, unitsEach, onOpen }: MoreNoticesProps) {
  const t = useTranslations('bzp.more')
  const countValues = useCountValues()
  const more = useMoreNotices(filter)
  const newNotices = more.notices.filter(({ id }) => !shown.includes(id))
  const limit = Math.min(PAGE_SIZE, count - more.notices.length)
  const isEnd = more.cursor === null || limit < 1
  return (
    <>
      {newNotices.length > 0 && (
        <ul className="divide-y border-t" aria-label={t('list')}>
          {newNotices.map((notice) => (
            <li key={notice.id} className="px-4 py-3">
              <NoticeSummary
                notice={notice}
                filter={filter}
                onOpen={() => onOpen(notice)}
                aside={contradictsFilter(notice, filter) && <Badge tone="warn">{t('beside')}</Badge>}
              />
            </li>
          ))}
        </ul>
      )}
      <div className="space-y-2 border-t px-4 py-3">
        <p role="status" className="text-sm">
          {more.bought !== undefined && t('bought', countValues(more.bought * unitsEach))}
        </p>
        {more.isUnrelated && <Banner tone="warn">{t('besideText')}</Banner>}
        {more.error !== null && (
          <div role="alert" className="text-danger-ink">
            <LazyFailureReason error={more.error} />
          </div>
        )}
        {isEnd && <p className="text-sm text-muted">{t('end')}</p>}
        {!isEnd && !more.isUnrelated && (
          <PageOffer
            limit={limit}
            unitsEach={unitsEach}
            isFirst={more.cursor === undefined && shown.length > 0}
            isLoading={more.isLoading}
            onRequest={() => void more.loadPage(limit)}
          />
        )}
      </div>
    </>
  )
}

interface PageOfferProps {
  readonly limit: number
  readonly unitsEach: number
  /** The first page contains the examples again. */
  readonly isFirst: boolean
  readonly isLoading: boolean
  readonly onRequest: () => void
}

function PageOffer({ limit, unitsEach, isFirst, isLoading, onRequest }: PageOfferProps) {
  const t = useTranslations('bzp.more')
  const countValues = useCountValues()
  const { reason } = usePermission('bzp.list')
  const remainingText = useRemainingText()
  return (
    <>
      <Button size="sm" disabledReason={reason} isPending={isLoading} onClick={onRequest}>
        {t('show', countValues(limit))}
      </Button>
      <p className="text-sm text-muted">
        {t('price', countValues(limit * unitsEach))} {t('each', countValues(unitsEach))} {remainingText}{' '}
        {isFirst && t('again')}
      </p>
    </>
  )
}

/** Formats what the account has left until the service refuses; empty if that is unknown. */
function useRemainingText(): string {
  const t = useTranslations('bzp.more')
  const locale = useLocale()
  const { data } = useQuery(query('usage.api', {}))
  const facts = useAccountFacts()
  const remaining = data && readStanding(data, facts).left
  if (remaining === undefined) return ''
  return remaining === null ? t('unlimited') : t('left', { left: formatInteger(remaining, locale) })
}
