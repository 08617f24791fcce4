'use client'

import { hashKey, keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations, useLocale } from 'use-intl'

import { QueryView } from '@/components/layout/query-states'
import { usePermission } from '@/components/layout/viewer'
import { Button } from '@/components/ui/button'
import { Card, CardBody } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { Select } from '@/components/ui/inputs/select'
import { SkeletonRows } from '@/components/ui/skeleton'
import type { OperationAnswer } from '@/lib/client/client'
import { query, panelQuery } from '@/lib/client/queries'
import type { BzpFilter } from '@/lib/contract/bzp'
import { isMissing } from '@/lib/domain/api-error'
import { formatInteger } from '@/lib/domain/format/format'

import { FilterChips } from '../alerts/filter-chips'
import { foundByOnly, readRegions } from '../alerts/overlap/overlap'
import { type AlertFilter, toPreviewBody } from '../filter/alert-filter'
import type { SearchState } from '../filter/search-state'
import { LazyNoticeDialog } from '../notice/notice-dialog-lazy'
import { NoticeSummary } from '../notice/notice-summary'
import type { ShownNotice } from '../notice/shown-notice'

interface CompareAnswerProps {
  readonly answer: OperationAnswer<'bzp.compareAlerts'>
  /** Draft B, whose terms are highlighted in the examples. */
  readonly filter: BzpFilter
  /** Whether the answer belongs to drafts before the last change. */
  readonly isOld: boolean
}

const shares = [
  { key: 'onlyA', of: [0] },
  { key: 'both', of: [0, 1] },
  { key: 'onlyB', of: [1] },
] as const
const fills = { onlyA: 'bg-info', both: 'bg-bar', onlyB: 'bg-series-pdf' } as const

/** Shows how many procedures only A, both, and only B match, with a few examples of both. */
function CompareAnswer({ answer, filter, isOld }: CompareAnswerProps) {
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
      {common.length > 0 && <CommonNotices notices={common} filter={filter} />}
    </div>
  )
}

function CommonNotices({ notices, filter }: { readonly notices: readonly ShownNotice[]; readonly filter: BzpFilter }) {
  const t = useTranslations('bzp.compare')
  const [openNotice, setOpenNotice] = useState<ShownNotice>()
  return (
    <details>
      <summary className="cursor-pointer font-medium">{t('common')}</summary>
      <ul className="divide-y">
        {notices.map((notice) => (
          <li key={notice.id} className="py-2">
            <NoticeSummary notice={notice} filter={filter} onOpen={() => setOpenNotice(notice)} />
          </li>
        ))}
      </ul>
      {openNotice && <LazyNoticeDialog notice={openNotice} filter={filter} onClose={() => setOpenNotice(undefined)} />}
    </details>
  )
}

export interface ComparePanelProps {
  /** The draft on the page (B). */
  readonly filter: AlertFilter
  /** The draft it is compared with (A). */
  readonly compared: AlertFilter
  readonly onChangeState: (next: Partial<SearchState>) => void
}

const STALE_MS = 5 * 60_000

/** Answers are cached per pair of drafts for five minutes, as for the preview. */
const compareQuery = (filters: readonly [BzpFilter, BzpFilter]) => ({
  ...query('bzp.compareAlerts', { body: { filters: [...filters] } }),
  staleTime: STALE_MS,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
})

/** Compares the saved draft (A) with the one on the page (B). */
export function ComparePanel({ filter, compared, onChangeState }: ComparePanelProps) {
  const t = useTranslations('bzp.compare')
  const [a, b] = [toPreviewBody(compared), toPreviewBody(filter)]
  const isSame = hashKey([a]) === hashKey([b])
  const comparison = useQuery({ ...compareQuery([a, b]), enabled: !isSame, placeholderData: keepPreviousData })
  return (
    <Card title={t('title')}>
      <CardBody className="space-y-3">
        <DraftLine name={t('a')} body={a} />
        <DraftLine name={t('b')} body={b} />
        {isSame && <p className="text-muted">{t('same')}</p>}
        {!isSame && isMissing(comparison.error) && <p className="text-muted">{t('missing')}</p>}
        {!isSame && !isMissing(comparison.error) && (
          <QueryView query={comparison} contentName={t('what')} skeleton={<SkeletonRows rows={2} />}>
            {(answer) => <CompareAnswer answer={answer} filter={b} isOld={comparison.isPlaceholderData} />}
          </QueryView>
        )}
        <div className="flex flex-wrap gap-2">
          {!isSame && (
            <>
              <Button size="sm" onClick={() => onChangeState({ filter: compared, compared: filter })}>
                {t('swap')}
              </Button>
              <Button size="sm" onClick={() => onChangeState({ filter: compared, compared: null })}>
                {t('useA')}
              </Button>
            </>
          )}
          <Button size="sm" onClick={() => onChangeState({ compared: null })}>
            {isSame ? t('end') : t('useB')}
          </Button>
        </div>
        <ComparedAlert compared={a} onChoose={(next) => onChangeState({ compared: next })} />
      </CardBody>
    </Card>
  )
}

function DraftLine({ name, body }: { readonly name: string; readonly body: BzpFilter }) {
  return (
    <div className="flex items-baseline gap-2">
      <span className="shrink-0 font-medium">{name}</span>
      <FilterChips filter={body} />
    </div>
  )
}

interface ComparedAlertProps {
  /** The current draft A. */
  readonly compared: BzpFilter
  readonly onChoose: (filter: AlertFilter) => void
}

/** Chooses a saved alert as draft A; not shown if there are no alerts. */
function ComparedAlert({ compared, onChoose }: ComparedAlertProps) {
  const t = useTranslations('bzp.compare')
  const { allowed } = usePermission('bzpAlerts.list')
  const { data } = useQuery({ ...panelQuery('bzpAlerts.list', {}), enabled: allowed })
  const alerts = data?.items ?? []
  if (alerts.length === 0) return null
  const chosen = alerts.find(({ filter }) => hashKey([toPreviewBody(filter)]) === hashKey([compared]))
  return (
    <Select
      label={t('alert')}
      value={chosen?.id ?? ''}
      options={[{ value: '', label: t('noAlert') }, ...alerts.map(({ id, name }) => ({ value: id, label: name }))]}
      onChange={({ target }) => {
        const alert = alerts.find(({ id }) => id === target.value)
        if (alert !== undefined) onChoose(alert.filter)
      }}
    />
  )
}
