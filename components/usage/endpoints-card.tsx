'use client'

import { useTranslations } from 'use-intl'

import { QueryView } from '@/components/layout/query-states'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { FilterChip } from '@/components/ui/chip'
import { EmptyState } from '@/components/ui/empty-state'
import { deferredComponent } from '@/components/ui/lazy/deferred-component'
import { SkeletonRows } from '@/components/ui/skeleton'
import type { Month } from '@/lib/domain/calendar'
import { type dayFileColumns, endpointColumns } from '@/lib/domain/files/usage-columns'
import { poolNames } from '@/lib/domain/usage/pools'

import { type Endpoint, filterByPools, listPools, toEndpointRows, sortRows } from './breakdown'
import type { EndpointsTableProps } from './endpoints-table'
import { SaveButton } from './save-button'
import { csvName, type UsageFile } from './usage-names'
import { nextEndpointSort, type UsageSearch } from './usage-search'
import { useFigureText } from './use-figure-text'
import { useEndpoints } from './use-usage'

const SKELETON_ROWS = 8
const EndpointSkeleton = () => <SkeletonRows rows={SKELETON_ROWS} />

const EndpointsTable = deferredComponent<EndpointsTableProps>(
  async () => (await import('./endpoints-table')).EndpointsTable,
  EndpointSkeleton,
)

interface EndpointsCardProps {
  readonly month: Month
  readonly search: UsageSearch
  readonly onChange: (part: Partial<UsageSearch>) => void
}

export function EndpointsCard({ month, search, onChange }: EndpointsCardProps) {
  const t = useTranslations('usage.endpoints')
  const query = useEndpoints(month)
  const items = query.data?.items
  const save = items && <SaveButton month={month} file="endpoints" />
  return (
    <Card title={t('title')} aside={save}>
      <QueryView
        query={query}
        skeleton={<SkeletonRows rows={SKELETON_ROWS} />}
        contentName={t('what')}
        isEmpty={(data) => data.items.length === 0}
        empty={<EmptyState title={t('empty')}>{t('emptyHint')}</EmptyState>}
      >
        {(data) => <Endpoints items={data.items} search={search} onChange={onChange} />}
      </QueryView>
      {items && <FileNote month={month} file="endpoints" columns={endpointColumns} />}
    </Card>
  )
}

interface EndpointsProps extends Omit<EndpointsCardProps, 'month'> {
  readonly items: readonly Endpoint[]
}

function Endpoints({ items, search, onChange }: EndpointsProps) {
  const t = useTranslations('usage.endpoints')
  const rows = sortRows(filterByPools(toEndpointRows(items), search.pools), search.sort)
  const clear = () => onChange({ pools: [] })
  return (
    <>
      <PoolFilter items={items} pools={search.pools} onChange={(pools) => onChange({ pools })} />
      {rows.length === 0 ? (
        <EmptyState title={t('emptyFilter')} action={<Button onClick={clear}>{t('clear')}</Button>} />
      ) : (
        <EndpointsTable
          rows={rows}
          sort={search.sort}
          onSort={(key) => onChange({ sort: nextEndpointSort(search.sort, key) })}
        />
      )}
    </>
  )
}

interface PoolFilterProps {
  readonly items: readonly Endpoint[]
  readonly pools: readonly string[]
  readonly onChange: (pools: readonly string[]) => void
}

/** The pools used in the month, plus those in the address without any use. */
function PoolFilter({ items, pools, onChange }: PoolFilterProps) {
  const t = useTranslations('usage.endpoints')
  const figures = useFigureText()
  const offered = listPools([...items, ...pools.map((pool) => ({ pool }))])
  return (
    <div role="group" aria-label={t('filter')} className="flex flex-wrap gap-1.5 border-b px-4 py-2.5">
      {offered.map((pool) => (
        <FilterChip
          key={pool}
          isOn={pools.includes(pool)}
          onChange={(isOn) => onChange(isOn ? [...pools, pool] : pools.filter((each) => each !== pool))}
        >
          {figures.pool(pool)}
        </FilterChip>
      ))}
    </div>
  )
}

interface FileNoteProps {
  readonly month: Month
  readonly file: UsageFile
  readonly columns: typeof dayFileColumns | typeof endpointColumns
}

export function FileNote({ month, file, columns }: FileNoteProps) {
  const t = useTranslations('usage.file')
  const poolTexts = useTranslations('pools')
  const poolValues = { pools: poolNames.slice(0, -1).join(', '), last: poolNames.at(-1) ?? '' }
  return (
    <details className="border-t px-4 py-2.5 text-sm">
      <summary className="w-fit text-muted">{t('about', { name: csvName(month, file) })}</summary>
      <p className="mt-2 max-w-3xl">
        {t(file === 'days' ? 'daysRows' : 'endpointsRows')} {t('format')}
      </p>
      <dl className="mt-2 grid max-w-3xl grid-cols-1 gap-x-4 gap-y-0.5 sm:grid-cols-[auto_minmax(0,1fr)]">
        {columns.map((column) => (
          <div key={column.name} className="contents max-sm:block">
            <dt className="font-mono">{column.name}</dt>
            <dd className="text-muted">
              {'pool' in column ? poolTexts(`${column.pool}.units`) : t(`columns.${column.name}`, poolValues)}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
