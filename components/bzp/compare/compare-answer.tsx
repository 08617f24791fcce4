'use client'

import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { classNames } from '@/components/ui/class-names'
import type { OperationAnswer } from '@/lib/client/client'
import type { BzpFilter } from '@/lib/contract/bzp'
import { formatInteger } from '@/lib/domain/format/format'

import { foundByOnly, readRegions } from '../alerts/overlap/overlap'
import { LazyNoticeDialog } from '../notice/notice-dialog-lazy'
import { NoticeSummary } from '../notice/notice-summary'
import type { ShownNotice } from '../notice/shown-notice'

interface CompareAnswerProps {
  readonly answer: OperationAnswer<'bzp.compareAlerts'>
  /** Draft B, whose words are marked in the examples. */
  readonly filter: BzpFilter
  /** Of the drafts before the last change. */
  readonly isOld: boolean
}

const shares = [
  { key: 'onlyA', of: [0] },
  { key: 'both', of: [0, 1] },
  { key: 'onlyB', of: [1] },
] as const
const fills = { onlyA: 'bg-info', both: 'bg-bar', onlyB: 'bg-series-pdf' } as const

/** How many procedures A alone, both, and B alone find; and a few that both do. */
export function CompareAnswer({ answer, filter, isOld }: CompareAnswerProps) {
  const t = useTranslations('bzp.compare')
  const locale = useLocale()
  const regions = readRegions(answer)
  const figures = shares.map(({ key, of }) => ({ key, count: foundByOnly(regions, of) }))
  const common = answer.common ?? []
  return (
    <div className="space-y-3" aria-busy={isOld}>
      <dl className={classNames('grid grid-cols-3 gap-2', isOld && 'text-muted')}>
        {figures.map(({ key, count }) => (
          <div key={key}>
            <dt className="flex items-center gap-1.5 text-sm text-muted">
              <span aria-hidden className={classNames('size-2 rounded-full', fills[key])} />
              {t(key)}
            </dt>
            <dd data-testid={`compare-${key}`} className="text-title font-semibold tabular">
              {formatInteger(count, locale)}
            </dd>
          </div>
        ))}
      </dl>
      <div aria-hidden className="flex h-2 gap-px overflow-hidden rounded-full bg-track">
        {figures.map(({ key, count }) => (
          <span key={key} className={fills[key]} style={{ flexGrow: count }} />
        ))}
      </div>
      <p role="status" className="sr-only">
        {isOld ? '' : figures.map(({ key, count }) => `${t(key)}: ${formatInteger(count, locale)}`).join(', ')}
      </p>
      {common.length > 0 && <Common notices={common} filter={filter} />}
    </div>
  )
}

function Common({ notices, filter }: { readonly notices: readonly ShownNotice[]; readonly filter: BzpFilter }) {
  const t = useTranslations('bzp.compare')
  const [opened, setOpened] = useState<ShownNotice>()
  return (
    <details>
      <summary className="cursor-pointer font-medium">{t('common')}</summary>
      <ul className="divide-y">
        {notices.map((notice) => (
          <li key={notice.id} className="py-2">
            <NoticeSummary notice={notice} filter={filter} onOpen={() => setOpened(notice)} />
          </li>
        ))}
      </ul>
      {opened && <LazyNoticeDialog notice={opened} filter={filter} onClose={() => setOpened(undefined)} />}
    </details>
  )
}
