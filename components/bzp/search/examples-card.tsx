'use client'

import { hashKey } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { Card } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { deferredComponent } from '@/components/ui/lazy/deferred-component'
import { formatInteger } from '@/lib/domain/format/format'

import type { AlertFilter } from '../filter/alert-filter'
import { LazyNoticeDialog } from '../notice/notice-dialog-lazy'
import { NoticeSummary } from '../notice/notice-summary'
import type { ShownNotice } from '../notice/shown-notice'
import type { MoreNoticesProps } from './more-notices'
import type { CountedFilter } from './use-preview'

/** Loaded after the page, because users buy notices only after seeing the examples. */
const MoreNotices = deferredComponent<MoreNoticesProps>(async () => (await import('./more-notices')).MoreNotices)

interface ExamplesCardProps {
  readonly counted: CountedFilter
  readonly isOld: boolean
  /** The price of one notice beyond the examples in units; undefined if it has none. */
  readonly unitsEach: number | undefined
  readonly onMoreLike: (draft: AlertFilter) => void
}

export function ExamplesCard({ counted, isOld, unitsEach, onMoreLike }: ExamplesCardProps) {
  const t = useTranslations('bzp.examples')
  const locale = useLocale()
  const [openNotice, setOpenNotice] = useState<ShownNotice>()
  const { count } = counted.answer
  const examples = counted.answer.examples ?? []
  if (examples.length === 0) return null
  const shown = formatInteger(examples.length, locale)
  return (
    <Card
      title={t('title')}
      aside={typeof count === 'number' ? t('of', { shown, count: formatInteger(count, locale) }) : shown}
    >
      <ul className={classNames('divide-y', isOld && 'text-muted')}>
        {examples.map((example) => (
          <li key={example.id} className="px-4 py-3">
            <NoticeSummary notice={example} filter={counted.body} onOpen={() => setOpenNotice(example)} />
          </li>
        ))}
      </ul>
      {unitsEach !== undefined && typeof count === 'number' && count > examples.length && !isOld && (
        <MoreNotices
          key={hashKey([counted.body])}
          filter={counted.body}
          count={count}
          shown={examples.map(({ id }) => id)}
          unitsEach={unitsEach}
          onOpen={setOpenNotice}
        />
      )}
      {openNotice && (
        <LazyNoticeDialog
          notice={openNotice}
          filter={counted.body}
          onClose={() => setOpenNotice(undefined)}
          onMoreLike={onMoreLike}
        />
      )}
    </Card>
  )
}
