'use client'

import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { FailureReason } from '@/components/layout/query-states'
import { useAccountFacts } from '@/components/layout/use-account-facts'
import { usePermission } from '@/components/layout/viewer'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { useCountValues } from '@/components/ui/use-count-values'
import { query } from '@/lib/client/queries'
import type { BzpFilter } from '@/lib/contract/bzp'
import { contradictsFilter } from '@/lib/domain/bzp/why-matches'
import { formatInteger } from '@/lib/domain/format/format'
import { readStanding } from '@/lib/domain/usage/standing'

import { NoticeSummary } from '../notice/notice-summary'
import type { ShownNotice } from '../notice/shown-notice'
import { useMoreNotices } from './use-more-notices'

/** Notices of one press. */
const PAGE = 25

export interface MoreNoticesProps {
  readonly filter: BzpFilter
  /** How many procedures match. */
  readonly count: number
  /** Ids of the examples, which cost nothing and stand above. */
  readonly shown: readonly string[]
  /** Units of one notice. */
  readonly unitsEach: number
  readonly onOpen: (notice: ShownNotice) => void
}

/** What matches beyond the examples: bought page by page, its price said before. */
export function MoreNotices({ filter, count, shown, unitsEach, onOpen }: MoreNoticesProps) {
  const t = useTranslations('bzp.more')
  const counted = useCountValues()
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
          {more.bought !== undefined && t('bought', counted(more.bought * unitsEach))}
        </p>
        {more.isBeside && <Banner tone="warn">{t('besideText')}</Banner>}
        {more.error !== null && (
          <div role="alert" className="text-danger-ink">
            <FailureReason error={more.error} />
          </div>
        )}
        {isEnd && <p className="text-sm text-muted">{t('end')}</p>}
        {!isEnd && !more.isBeside && (
          <Offer
            limit={limit}
            unitsEach={unitsEach}
            isFirst={more.cursor === undefined && shown.length > 0}
            isAsking={more.isAsking}
            onAsk={() => void more.ask(limit)}
          />
        )}
      </div>
    </>
  )
}

interface OfferProps {
  readonly limit: number
  readonly unitsEach: number
  /** The examples come again with it. */
  readonly isFirst: boolean
  readonly isAsking: boolean
  readonly onAsk: () => void
}

function Offer({ limit, unitsEach, isFirst, isAsking, onAsk }: OfferProps) {
  const t = useTranslations('bzp.more')
  const counted = useCountValues()
  const { reason } = usePermission('bzp.list')
  const left = useLeftWords()
  return (
    <>
      <Button size="sm" disabledReason={reason} isPending={isAsking} onClick={onAsk}>
        {t('show', counted(limit))}
      </Button>
      <p className="text-sm text-muted">
        {t('price', counted(limit * unitsEach))} {t('each', counted(unitsEach))} {left} {isFirst && t('again')}
      </p>
    </>
  )
}

/** What the account has left before the service refuses; nothing where nobody says. */
function useLeftWords(): string {
  const t = useTranslations('bzp.more')
  const locale = useLocale()
  const { data } = useQuery(query('usage.api', {}))
  const facts = useAccountFacts()
  const left = data && readStanding(data, facts).left
  if (left === undefined) return ''
  return left === null ? t('unlimited') : t('left', { left: formatInteger(left, locale) })
}
