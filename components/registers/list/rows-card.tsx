'use client'

import { useMemo } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { QueryFailed } from '@/components/layout/query-states'
import { PaidQueryFailure } from '@/components/meters/paid-query-failure'
import { sumUnits } from '@/components/meters/price'
import { PriceLine } from '@/components/meters/price-line'
import { usePriceWords } from '@/components/meters/use-price-words'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { FilterChip } from '@/components/ui/chip'
import { EmptyState } from '@/components/ui/empty-state'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { Time } from '@/components/ui/time'
import { useCountValues } from '@/components/ui/use-count-values'
import { formatInteger } from '@/lib/domain/format/format'
import type { PagedList } from '@/lib/domain/registers/register-rows'

import type { WatchedRows } from '../watched/use-watched-rows'
import type { ListSearch } from './list-search'
import { ListTable } from './list-table'
import type { LoadedPage, ListRow } from './loaded-list'
import { PageSize } from './page-size'
import { LIST_POOL, type RegisterListState } from './use-register-list'

const ListDownloads = lazyComponent(async () => (await import('../files/list-downloads')).ListDownloads)

interface RowsCardProps {
  readonly list: PagedList
  readonly search: ListSearch
  readonly state: RegisterListState
  readonly watched: WatchedRows
  readonly onChange: (part: Partial<ListSearch>) => void
  readonly onOpen: (row: ListRow) => void
}

export function RowsCard({ list, search, state, watched, onChange, onOpen }: RowsCardProps) {
  const t = useTranslations('registers')
  const { rows, pages, rest } = state
  const { marks } = watched
  const shown = useMemo(
    () => (search.mine && watched.isAllowed ? rows.filter(({ key }) => marks.has(key)) : rows),
    [rows, marks, search.mine, watched.isAllowed],
  )
  return (
    <Card>
      <Head state={state} />
      {rows.length > 0 && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b px-4 py-2">
          <MonitoredFilter search={search} watched={watched} loaded={rows.length} onChange={onChange} />
          <ListDownloads list={list} search={search} rows={shown} pages={pages} marks={marks} />
        </div>
      )}
      {rows.length === 0 ? (
        <EmptyState title={t('nothingFound')}>
          {t(pages[0]?.units === 0 ? 'nothingCharged' : 'nothingFoundHint')}
        </EmptyState>
      ) : shown.length === 0 ? (
        <NoMonitoredRows watched={watched} loaded={rows.length} onChange={onChange} />
      ) : (
        <ListTable list={list} rows={shown} marks={marks} onOpen={onOpen} />
      )}
      {rest.isError && <QueryFailed query={rest} contentName={t('rest')} />}
      <PaidQueryFailure error={state.asking.error} />
      <Foot search={search} state={state} onChange={onChange} />
    </Card>
  )
}

/** E.g. `stan z 18 lis 2026, 14:02 · zapłacono 75 zapytań · owner@…`, for the newest page. */
function Head({ state: { pages } }: Pick<RowsCardProps, 'state'>) {
  const t = useTranslations('price.part')
  const words = usePriceWords()
  const tRegisters = useTranslations('registers')
  const first = pages[0]
  const last = pages.at(-1)
  if (first === undefined || last === undefined) return null
  const units = sumUnits(pages)
  return (
    <header className="flex min-h-11 flex-wrap items-center gap-x-2 border-b px-4 py-2 text-sm text-muted">
      <span>
        {t('asOf')} <Time instant={first.asked_at} />
        {last !== first && (
          <>
            {' – '}
            <Time instant={last.asked_at} format={isSameDay(first, last) ? 'time' : 'datetime'} />
          </>
        )}
      </span>
      <span>
        ·{' '}
        {units === null
          ? tRegisters('unitsUnknown')
          : units === 0
            ? t('paidNothing')
            : t('paid', { price: words(LIST_POOL, units) })}
      </span>
      <span className="break-all">· {last.asked_by}</span>
      {last.request_id !== null && (
        <span className="break-all">
          · {t('requestId')} <code className="font-mono">{last.request_id}</code>
        </span>
      )}
    </header>
  )
}

const isSameDay = (a: LoadedPage, b: LoadedPage): boolean => a.asked_at.slice(0, 10) === b.asked_at.slice(0, 10)

interface MonitoredFilterProps extends Pick<RowsCardProps, 'search' | 'watched' | 'onChange'> {
  readonly loaded: number
}

/** Filters the loaded rows to monitored companies; it does not cover rows that are not loaded. */
function MonitoredFilter({ search, watched, loaded, onChange }: MonitoredFilterProps) {
  const t = useTranslations('registers.watched')
  const locale = useLocale()
  const countValues = useCountValues()
  const { isAllowed, marks, failed, isPending } = watched
  if (!isAllowed) return <span />
  if (failed !== undefined) {
    return (
      <span role="status" className="flex flex-wrap items-center gap-2 text-sm text-warn-ink">
        {t('failed')}
        <Button size="sm" onClick={() => void failed.refetch()}>
          {t('retry')}
        </Button>
      </span>
    )
  }
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <FilterChip isOn={search.mine} onChange={(isOn) => onChange({ mine: isOn })}>
        {t('only')}
      </FilterChip>
      <span role="status" className="text-sm text-muted">
        {isPending ? t('checking') : t('found', { found: formatInteger(marks.size, locale), ...countValues(loaded) })}
      </span>
    </span>
  )
}

function NoMonitoredRows({ watched, loaded, onChange }: Omit<MonitoredFilterProps, 'search'>) {
  const t = useTranslations('registers.watched')
  const countValues = useCountValues()
  if (watched.isPending) return <EmptyState title={t('checking')} />
  return (
    <EmptyState
      title={t('none', countValues(loaded))}
      action={<Button onClick={() => onChange({ mine: false })}>{t('all')}</Button>}
    >
      {t('noneHint')}
    </EmptyState>
  )
}

function Foot({ search, state, onChange }: Pick<RowsCardProps, 'search' | 'state' | 'onChange'>) {
  const t = useTranslations('registers')
  const countValues = useCountValues()
  const locale = useLocale()
  const { rows, total, hasMore, asking, reason, ask, rest } = state
  const { size } = search
  const remaining = total === null ? null : Math.max(0, total - rows.length)
  const next = remaining === null || remaining === 0 ? size : Math.min(size, remaining)
  const isWaiting = (page: 'first' | 'next') => asking.isPending && asking.variables.body.page === page
  return (
    <div className="space-y-2 px-4 py-3">
      <p role="status" className="text-sm text-muted">
        {total === null
          ? t('loaded', countValues(rows.length))
          : t('loadedOf', { ...countValues(rows.length), total: formatInteger(Math.max(total, rows.length), locale) })}
        {rest.isFetching && ` ${t('loadingRest')}`}
        <CutNote state={state} />
      </p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {hasMore && (
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Button isPending={isWaiting('next')} disabledReason={reason} onClick={() => ask('next', size)}>
              {t('next', countValues(next))}
            </Button>
            <PriceLine pool={LIST_POOL} units={next} isMaximum />
          </span>
        )}
        {hasMore && remaining !== null && remaining > next && (
          <span className="text-sm text-muted">{t('allLeft', countValues(remaining))}</span>
        )}
        <PageSize size={size} onChange={(each) => onChange({ size: each })} />
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1 sm:ml-auto">
          <Button
            size="sm"
            variant="ghost"
            isPending={isWaiting('first')}
            disabledReason={reason}
            onClick={() => ask('first', size)}
          >
            {t('again')}
          </Button>
          <PriceLine pool={LIST_POOL} units={size} isMaximum />
        </span>
      </div>
    </div>
  )
}

/** Reports that the pool ran out within a page. */
function CutNote({ state: { asking, hasMore, pages } }: Pick<RowsCardProps, 'state'>) {
  const t = useTranslations('registers')
  const countValues = useCountValues()
  const receivedCount = pages.at(-1)?.rows.length ?? 0
  const requestedCount = asking.isSuccess ? asking.variables.body.limit : undefined
  if (requestedCount === undefined || !hasMore || receivedCount >= requestedCount || asking.data?.left !== 0)
    return null
  return (
    <span className="text-warn-ink">
      {' '}
      {t('cut', { ...countValues(receivedCount), wanted: String(requestedCount) })}
    </span>
  )
}
