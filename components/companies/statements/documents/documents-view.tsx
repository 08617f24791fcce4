'use client'

import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'

import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Select } from '@/components/ui/inputs/select'
import { ResourceHead } from '@/components/ui/resource-table'
import { Table, TableBody } from '@/components/ui/table'
import { useCountValues } from '@/components/ui/use-count-values'
import { readStoredAnswer } from '@/lib/client/companies/read-stored-answer'
import type { PricedCall } from '@/lib/contract/prices'

import { UnreadableAnswer } from '../unreadable-answer'
import { documentColumns, DocumentRow } from './document-row'
import { FilePrice } from './file-price'
import {
  cutGroups,
  type DocumentFilter,
  type FiledItem,
  filterItems,
  groupByYear,
  kindsOf,
  noFilter,
  type YearGroup,
  yearsOf,
} from './filed-items'
import { rowIdOf } from './row-id'
import { useKindName } from './use-kind-name'

/** A document to scroll to, with a number that increases with each request. */
export interface ShownDocument {
  readonly id: string
  readonly times: number
}

interface DocumentsViewProps {
  readonly answer: unknown
  readonly calls: readonly PricedCall[]
  readonly shown: ShownDocument | undefined
}

export function DocumentsView({ answer, ...props }: DocumentsViewProps) {
  const t = useTranslations('statements.documents')
  const read = readStoredAnswer('rdf.documents', answer)
  if (read === undefined) return <UnreadableAnswer />
  if (read.items.length === 0) return <EmptyState title={t('empty')}>{t('emptyWhy')}</EmptyState>
  return <DocumentList items={read.items} {...props} />
}

/** The number of documents shown at first, and added by each press. */
const PAGE_SIZE = 40

type DocumentListProps = Omit<DocumentsViewProps, 'answer'> & { readonly items: readonly FiledItem[] }

function DocumentList({ items, calls, shown }: DocumentListProps) {
  const t = useTranslations('statements.documents')
  const countValues = useCountValues()
  const [filter, setFilter] = useState<DocumentFilter>(noFilter)
  const [shownCount, setShownCount] = useState(PAGE_SIZE)
  const [lastShown, setLastShown] = useState(shown)
  // A requested document is shown regardless of the filters; the state is set during rendering, so that the row exists
  // before scrolling.
  if (shown !== lastShown) {
    setLastShown(shown)
    setFilter(noFilter)
    setShownCount(items.length)
  }
  useScrollTo(shown)
  const filteredItems = filterItems(items, filter)
  const groups = cutGroups(groupByYear(filteredItems), shownCount)
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3 border-b px-4 py-3">
        <DocumentFilters items={items} filter={filter} onChange={setFilter} />
        <FilePrice calls={calls} />
      </div>
      <p role="status" className="px-4 pt-2.5 text-sm text-muted">
        {t('count', countValues(filteredItems.length))}
      </p>
      {filteredItems.length === 0 ? (
        <EmptyState
          title={t('noMatch')}
          action={<Button onClick={() => setFilter(noFilter)}>{t('clearFilters')}</Button>}
        />
      ) : (
        <DocumentTable groups={groups} calls={calls} />
      )}
      {filteredItems.length > shownCount && (
        <div className="border-t px-4 py-2.5">
          <Button size="sm" onClick={() => setShownCount(shownCount + PAGE_SIZE)}>
            {t('more', countValues(Math.min(PAGE_SIZE, filteredItems.length - shownCount)))}
          </Button>
        </div>
      )}
    </>
  )
}

function useScrollTo(shown: ShownDocument | undefined): void {
  useEffect(() => {
    const row = shown && document.getElementById(rowIdOf(shown.id))
    row?.scrollIntoView({ block: 'center' })
    row?.focus({ preventScroll: true })
  }, [shown])
}

interface DocumentFiltersProps {
  readonly items: readonly FiledItem[]
  readonly filter: DocumentFilter
  readonly onChange: (filter: DocumentFilter) => void
}

/** Filters by kind and by financial year, each only if there is more than one value. */
function DocumentFilters({ items, filter, onChange }: DocumentFiltersProps) {
  const t = useTranslations('statements.documents')
  const nameOf = useKindName()
  const [kinds, years] = [kindsOf(items), yearsOf(items)]
  if (kinds.length < 2 && years.length < 2) return <span />
  return (
    <div className="flex flex-wrap gap-3">
      {kinds.length > 1 && (
        <Select
          label={t('kind')}
          value={filter.kind ?? ''}
          onChange={({ target: { value } }) => onChange({ ...filter, kind: value === '' ? undefined : value })}
          options={[
            { value: '', label: t('anyKind') },
            ...kinds.map((kind) => ({ value: kind.key, label: nameOf(kind) })),
          ]}
        />
      )}
      {years.length > 1 && (
        <Select
          label={t('year')}
          value={filter.year ?? ''}
          onChange={({ target: { value } }) => onChange({ ...filter, year: value === '' ? undefined : Number(value) })}
          options={[
            { value: '', label: t('anyYear') },
            ...years.map((year) => ({ value: String(year), label: String(year) })),
          ]}
        />
      )}
    </div>
  )
}

interface DocumentTableProps {
  readonly groups: readonly YearGroup[]
  readonly calls: readonly PricedCall[]
}

/** One table body per year, with the year as its heading. */
function DocumentTable({ groups, calls }: DocumentTableProps) {
  const t = useTranslations('statements.documents')
  return (
    <Table label={t('title')}>
      <ResourceHead columns={documentColumns} nameOf={t} />
      {groups.map(({ year, items }) => (
        <TableBody key={year ?? 'none'}>
          <tr className="stacked:block">
            <th
              scope="rowgroup"
              colSpan={Object.keys(documentColumns).length}
              className="bg-hover/60 px-4 py-1.5 text-left text-sm font-semibold stacked:block"
            >
              {year ?? t('noPeriod')}
            </th>
          </tr>
          {items.map((item, index) => (
            <DocumentRow key={`${index} ${item.id}`} item={item} calls={calls} />
          ))}
        </TableBody>
      ))}
    </Table>
  )
}
