'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { FailureReason } from '@/components/layout/query-states'
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
  const [listed, setListed] = useState(noNotices)
  const [error, setError] = useState<Error | null>(null)
  const [isAsking, setIsAsking] = useState(false)

  const loadPage = async (limit: number) => {
    const options = query('bzp.list', {
      query: { ...usedFields(filter), limit, ...(typeof listed.cursor === 'string' && { cursor: listed.cursor }) },
    })
    const boughtAt = () => client.getQueryState(options.queryKey)?.dataUpdatedAt
    setIsAsking(true)
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
      setListed(({ notices }) => ({
        notices: [...notices, ...items],
        cursor: items.length === 0 ? null : (next ?? null),
        bought: boughtAt() === before ? undefined : items.length,
      }))
    } catch (thrown) {
      setError(asError(thrown))
    } finally {
      setIsAsking(false)
      void client.invalidateQueries({ queryKey: toQueryKey('usage.api', {}).slice(0, 1) })
    }
  }
  return {
    ...listed,
    /** The notices contradict the filter, so the service ignores its parameters, and buying more is pointless. */
    isUnrelated: listed.notices.some((notice) => contradictsFilter(notice, filter)),
    error,
    isAsking,
    ask: loadPage,
  }
}

const PAGE = 25

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
  const fresh = more.notices.filter(({ id }) => !shown.includes(id))
  const limit = Math.min(PAGE, count - more.notices.length)
  const isEnd = more.cursor === null || limit < 1
  return (
    <>
      {fresh.length > 0 && (
        <ul className="divide-y border-t" aria-label={t('list')}>
          {fresh.map((notice) => (
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
            <FailureReason error={more.error} />
          </div>
        )}
        {isEnd && <p className="text-sm text-muted">{t('end')}</p>}
        {!isEnd && !more.isUnrelated && (
          <Offer
            limit={limit}
            unitsEach={unitsEach}
            isFirst={more.cursor === undefined && shown.length > 0}
            isAsking={more.isAsking}
            onRequest={() => void more.ask(limit)}
          />
        )}
      </div>
    </>
  )
}

interface OfferProps {
  readonly limit: number
  readonly unitsEach: number
  /** The first page contains the examples again. */
  readonly isFirst: boolean
  readonly isAsking: boolean
  readonly onRequest: () => void
}

function Offer({ limit, unitsEach, isFirst, isAsking, onRequest }: OfferProps) {
  const t = useTranslations('bzp.more')
  const countValues = useCountValues()
  const { reason } = usePermission('bzp.list')
  const remainingText = useLeftWords()
  return (
    <>
      <Button size="sm" disabledReason={reason} isPending={isAsking} onClick={onRequest}>
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
function useLeftWords(): string {
  const t = useTranslations('bzp.more')
  const locale = useLocale()
  const { data } = useQuery(query('usage.api', {}))
  const facts = useAccountFacts()
  const remaining = data && readStanding(data, facts).left
  if (remaining === undefined) return ''
  return remaining === null ? t('unlimited') : t('left', { left: formatInteger(remaining, locale) })
}
