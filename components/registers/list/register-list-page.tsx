'use client'

import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { PageHeader } from '@/components/layout/page-header'
import { QueryFailed } from '@/components/layout/query-states'
import { PaidQueryFailure } from '@/components/meters/paid-query-failure'
import { PriceLine } from '@/components/meters/price-line'
import { useAddressSearch } from '@/components/ui/address/use-address-search'
import { Button } from '@/components/ui/button'
import { Card, CardBody } from '@/components/ui/card'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { SkeletonRows } from '@/components/ui/skeleton'
import { SkeletonCard } from '@/components/ui/skeleton-card'
import { Time } from '@/components/ui/time'
import { useCountValues } from '@/components/ui/use-count-values'
import type { PanelAnswer } from '@/lib/client/client'
import { panelQuery } from '@/lib/client/queries'
import type { PricedCall } from '@/lib/contract/prices'
import { formatDate } from '@/lib/domain/format/format'
import type { PagedList } from '@/lib/domain/registers/register-rows'
import type { ListQuery } from '@/lib/features/registers/contract'

import { ListFilters } from '../filters/list-filters'
import { RegisterSource } from '../register-source'
import { useWatchedRows } from '../watched/use-watched-rows'
import { fromRegisterQuery, isNarrowed, listAddresses, type ListSearch, toRegisterQuery } from './list-search'
import type { ListRow } from './loaded-list'
import { PageSize } from './page-size'
import { LIST_POOL, type RegisterListState, useRegisterList } from './use-register-list'

const RowsCard = lazyComponent(
  async () => (await import('./rows-card')).RowsCard,
  () => <SkeletonCard rows={8} />,
)
const RegisterRowDialog = lazyComponent(async () => (await import('../details/register-row-dialog')).RegisterRowDialog)

export interface RegisterListPageProps {
  readonly list: PagedList
  readonly calls: readonly PricedCall[]
}

/**
 * One list of a register: the rows already paid for, and the next page at its price. Users who may not spend see the
 * rows that others paid for.
 */
export function RegisterListPage({ list, calls }: RegisterListPageProps) {
  const t = useTranslations('registers.lists')
  const names = useTranslations('register-names')
  const { search, change } = useAddressSearch(listAddresses[list])
  const onChange = useCallback((part: Partial<ListSearch>) => change(part), [change])
  return (
    <>
      <PageHeader title={names(`${list}.page`)} subtitle={t(`${list}.subtitle`)} />
      <ListFilters list={list} search={search} calls={calls} onChange={onChange} />
      <QueryResults key={JSON.stringify(toRegisterQuery(search))} list={list} search={search} onChange={onChange} />
      <RegisterSource list={list} />
    </>
  )
}

interface QueryResultsProps extends Pick<RegisterListPageProps, 'list'> {
  readonly search: ListSearch
  readonly onChange: (part: Partial<ListSearch>) => void
}

/** One query; a change of the filters mounts a new instance. */
function QueryResults({ list, search, onChange }: QueryResultsProps) {
  const registerQuery = useMemo(() => toRegisterQuery(search), [search])
  const state = useRegisterList(list, registerQuery)
  const watched = useWatchedRows({ list, series: state.series, pageCount: state.pages.length })
  const [openRow, setOpenRow] = useState<ListRow>()
  if (state.pages.length === 0) {
    return <StartCard list={list} search={search} state={state} onChange={onChange} />
  }
  return (
    <>
      <RowsCard list={list} search={search} state={state} watched={watched} onChange={onChange} onOpen={setOpenRow} />
      {openRow !== undefined && (
        <RegisterRowDialog
          list={list}
          row={openRow}
          page={state.pages.find(({ id }) => id === openRow.pageId)}
          mark={watched.marks.get(openRow.key)}
          onClose={() => setOpenRow(undefined)}
        />
      )}
    </>
  )
}

interface StartCardProps extends QueryResultsProps {
  readonly state: RegisterListState
}

/** Shown before the first request: the content and price of the list, and recent queries. */
function StartCard({ list, search, state, onChange }: StartCardProps) {
  const t = useTranslations('registers')
  const names = useTranslations('register-names')
  const countValues = useCountValues()
  const { storedQuery, asking, reason, ask } = state
  if (storedQuery.isPending || storedQuery.isError) {
    const contentName = names(`${list}.page`)
    return (
      <Card>
        {storedQuery.isError ? (
          <QueryFailed query={storedQuery} contentName={contentName} />
        ) : (
          <SkeletonRows rows={6} />
        )}
      </Card>
    )
  }
  const { size } = search
  return (
    <Card>
      <CardBody className="space-y-4 py-5">
        <div className="max-w-prose space-y-1.5">
          <p className="font-semibold">{isNarrowed(search) ? t('notAskedQuery') : t('notAsked')}</p>
          <p className="text-muted">{t(`lists.${list}.about`)}</p>
          <p className="text-sm text-muted">{t('onlyPaidByPress')}</p>
        </div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button
            variant="primary"
            isPending={asking.isPending}
            disabledReason={reason}
            onClick={() => ask('first', size)}
          >
            {t(isNarrowed(search) ? 'askQuery' : 'askNewest', countValues(size))}
          </Button>
          <PriceLine pool={LIST_POOL} units={size} isMaximum />
          <PageSize size={size} onChange={(next) => onChange({ size: next })} />
        </div>
      </CardBody>
      <PaidQueryFailure error={asking.error} />
      <RecentQueries list={list} onChange={onChange} />
    </Card>
  )
}

/** Recent paid queries of any member; viewing them again is free. */
function RecentQueries({ list, onChange }: Omit<QueryResultsProps, 'search'>) {
  const t = useTranslations('registers.recent')
  const { data } = useQuery(panelQuery('registers.recent', { params: { list } }))
  if (data === undefined || data.items.length === 0) return null
  return (
    <section className="border-t" aria-labelledby="recent-queries">
      <h2 id="recent-queries" className="px-4 pt-3 text-sm text-muted">
        {t('title')}
      </h2>
      <ul className="divide-y">
        {data.items.map((recent) => (
          <li key={recent.asked_at}>
            <RecentQuery recent={recent} onChange={onChange} />
          </li>
        ))}
      </ul>
    </section>
  )
}

interface RecentQueryProps extends Pick<QueryResultsProps, 'onChange'> {
  readonly recent: PanelAnswer<'registers.recent'>['items'][number]
}

function RecentQuery({ recent, onChange }: RecentQueryProps) {
  const t = useTranslations('registers.recent')
  const countValues = useCountValues()
  const describeQuery = useQueryWords()
  const { query, rows, asked_at: at, asked_by: by } = recent
  return (
    <button
      type="button"
      onClick={() => onChange(fromRegisterQuery(query))}
      className="flex w-full flex-wrap items-baseline gap-x-3 px-4 py-2 text-left outline-offset-[-2px] hover:bg-hover/60"
    >
      <span className="font-medium break-all">{describeQuery(query)}</span>
      <span className="text-sm text-muted">
        {t('rows', countValues(rows))} · <Time instant={at} /> · <span className="break-all">{by}</span>
      </span>
    </button>
  )
}

/** E.g. `„zysk” · dział 2`. */
function useQueryWords(): (query: ListQuery) => string {
  const t = useTranslations('registers')
  const locale = useLocale()
  return ({ q, section, nip, date_from: from, date_to: to }) => {
    const ends = [from, to].map((day) => (day === undefined ? '…' : formatDate(day, locale)))
    const parts = [
      q === undefined ? '' : t('chips.q', { q }),
      nip === undefined ? '' : t('chips.nip', { nip }),
      section === undefined ? '' : t('sectionShort', { section: String(section) }),
      from === undefined && to === undefined ? '' : ends.join(' – '),
    ].filter((part) => part !== '')
    return parts.length === 0 ? t('recent.everything') : parts.join(' · ')
  }
}
