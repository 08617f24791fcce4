'use client'

import type { ReactNode, ComponentProps } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { classNames } from '@/components/ui/class-names'
import { Icon } from '@/components/ui/icon'
import { scrollable } from '@/components/ui/scrollable'
import { formatPercent } from '@/lib/domain/format/format'

import { type EndpointRow, type PoolTotal, totalsOfPools } from './breakdown'
import { type Sort, type EndpointSortKey, endpointSortKeys } from './usage-search'
import { useFigureText } from './use-figure-text'

export interface EndpointsTableProps {
  readonly rows: readonly EndpointRow[]
  readonly sort: Sort
  readonly onSort: (key: EndpointSortKey) => void
}

/** A table that scrolls horizontally where it is too wide, instead of wrapping; vertically the page scrolls. */
export function EndpointsTable({ rows, sort, onSort }: EndpointsTableProps) {
  const t = useTranslations('usage.endpoints')
  return (
    <div {...scrollable} aria-label={t('title')} className="@container/table scroll-x">
      <table aria-label={t('title')} className="w-full border-separate border-spacing-0">
        <thead>
          <tr>
            {endpointSortKeys.map((key) => (
              <SortColumn key={key} name={key} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {totalsOfPools(rows).map((total) => (
            <TotalRow key={total.pool} total={total} />
          ))}
          {rows.map((row, at) => (
            <Row key={`${row.endpoint} ${row.pool} ${at}`} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface SortColumnProps extends Pick<EndpointsTableProps, 'sort' | 'onSort'> {
  readonly name: EndpointSortKey
}

/** A press sorts by the column, another press reverses the order. */
function SortColumn({ name, sort, onSort }: SortColumnProps) {
  const t = useTranslations('usage.endpoints.columns')
  const isSorted = sort.key === name
  const icon = sort.direction === 'ascending' ? 'arrow-up' : 'arrow-down'
  return (
    <th
      scope="col"
      aria-sort={isSorted ? sort.direction : undefined}
      className={classNames(
        'border-b px-2 py-2 text-sm font-normal whitespace-nowrap text-muted first:pl-4 last:pr-4',
        name === 'endpoint' || name === 'pool' ? 'text-left' : 'text-right',
        name === 'pool' && 'stacked:hidden',
      )}
    >
      <button
        type="button"
        onClick={() => onSort(name)}
        className={`-mx-1 inline-flex items-center gap-1 rounded-sm px-1 py-0.5 hover:bg-hover ${isSorted ? 'font-medium text-ink' : ''}`}
      >
        {t(name)}
        <Icon name={isSorted ? icon : 'chevron-updown'} size={12} />
      </button>
    </th>
  )
}

/** Units of different pools cannot be added, so each pool has a total. */
function TotalRow({ total }: { readonly total: PoolTotal }) {
  const t = useTranslations('usage.endpoints')
  const locale = useLocale()
  const figures = useFigureText()
  return (
    <tr className="bg-hover font-semibold">
      <RowHead className="font-semibold!">
        {t('total')}
        <PoolLine>{figures.pool(total.pool)}</PoolLine>
      </RowHead>
      <PoolCell>{figures.pool(total.pool)}</PoolCell>
      <FigureCell>{figures.count(total.calls)}</FigureCell>
      <FigureCell>{figures.count(total.units)}</FigureCell>
      <FigureCell>{total.units === undefined || total.units === 0 ? '–' : formatPercent(1, locale)}</FigureCell>
    </tr>
  )
}

interface PoolProps {
  readonly children: ReactNode
}

/** In a narrow place the pool is below the endpoint, because its column would push the figures out of view. */
const PoolLine = ({ children }: PoolProps) => (
  <span className="block text-sm text-muted unstacked:hidden">{children}</span>
)

const PoolCell = ({ children }: PoolProps) => (
  <td className="border-b px-2 py-1.5 whitespace-nowrap stacked:hidden [tr:last-child>&]:border-b-0">{children}</td>
)

function Row({ row }: { readonly row: EndpointRow }) {
  const locale = useLocale()
  const figures = useFigureText()
  return (
    <tr>
      <RowHead className="max-sm:max-w-36 max-sm:whitespace-normal">
        <code className="font-mono text-sm">{row.endpoint}</code>
        <PoolLine>{figures.pool(row.pool)}</PoolLine>
      </RowHead>
      <PoolCell>{figures.pool(row.pool)}</PoolCell>
      <FigureCell>{figures.count(row.calls)}</FigureCell>
      <FigureCell>{figures.count(row.units)}</FigureCell>
      <FigureCell className="text-muted">{row.share === undefined ? '–' : formatPercent(row.share, locale)}</FigureCell>
    </tr>
  )
}

function RowHead({ className, ...props }: ComponentProps<'th'>) {
  return (
    <th
      scope="row"
      {...props}
      className={classNames(
        'border-b px-2 py-1.5 text-left font-normal whitespace-nowrap first:pl-4 [tr:last-child>&]:border-b-0',
        className,
      )}
    />
  )
}

function FigureCell({ className, ...props }: ComponentProps<'td'>) {
  return (
    <td
      {...props}
      className={classNames(
        'border-b px-2 py-1.5 text-right whitespace-nowrap tabular last:pr-4 [tr:last-child>&]:border-b-0',
        className,
      )}
    />
  )
}
