'use client'

import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'

import { QueryView } from '@/components/layout/query-states'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { SkeletonRows } from '@/components/ui/skeleton'
import { HeaderCell, Table, TableBody, TableHead } from '@/components/ui/table'
import { useCountValues } from '@/components/ui/use-count-values'
import { panelQuery } from '@/lib/client/queries'

import type { NarrowingProps } from './audit-filters'
import { auditLogQuery, firstPage, type ListedAuditEntry } from './audit-queries'
import { AuditRow } from './audit-row'
import { auditAddress, type AuditSearch } from './audit-search'

const SKELETON_ROWS = 12

function useAuditLog(search: AuditSearch) {
  const client = useQueryClient()
  const state = client.getQueryState(panelQuery('audit.list', firstPage(search)).queryKey)
  return useInfiniteQuery(auditLogQuery(search, { data: state?.data, at: state?.dataUpdatedAt ?? 0 }))
}

/** The entries that match, a hundred at a time. */
export function AuditTable({ search, onChange, onClear }: NarrowingProps) {
  const t = useTranslations('audit')
  const log = useAuditLog(search)
  const empty = auditAddress.narrows(search) ? (
    <EmptyState title={t('empty.narrowed')} action={<Button onClick={onClear}>{t('filters.clear')}</Button>} />
  ) : (
    <EmptyState title={t('empty.title')}>{t('empty.text')}</EmptyState>
  )
  return (
    <Card>
      <QueryView
        query={log}
        skeleton={<SkeletonRows rows={SKELETON_ROWS} />}
        what={t('what')}
        isEmpty={({ pages }) => pages.every(({ items }) => items.length === 0)}
        empty={empty}
      >
        {({ pages }) => {
          const entries = pages.flatMap(({ items }) => items)
          return (
            <>
              <Entries entries={entries} onTarget={(target) => onChange({ target })} />
              <More
                count={entries.length}
                hasMore={log.hasNextPage}
                isLoading={log.isFetchingNextPage}
                onMore={() => void log.fetchNextPage()}
              />
            </>
          )
        }}
      </QueryView>
    </Card>
  )
}

interface EntriesProps {
  readonly entries: readonly ListedAuditEntry[]
  readonly onTarget: (target: string) => void
}

function Entries({ entries, onTarget }: EntriesProps) {
  const t = useTranslations('audit')
  return (
    <Table label={t('title')} className="sm:table-fixed">
      <TableHead>
        <HeaderCell className="w-40">{t('columns.at')}</HeaderCell>
        <HeaderCell>{t('columns.actor')}</HeaderCell>
        <HeaderCell>{t('columns.action')}</HeaderCell>
        <HeaderCell>{t('columns.target')}</HeaderCell>
        <HeaderCell className="w-1/4">{t('columns.changes')}</HeaderCell>
        <HeaderCell className="w-32 max-xl:hidden">{t('columns.address')}</HeaderCell>
        <HeaderCell className="w-14">
          <span className="sr-only">{t('columns.details')}</span>
        </HeaderCell>
      </TableHead>
      <TableBody>
        {entries.map((entry) => (
          <AuditRow key={entry.number} entry={entry} onTarget={onTarget} />
        ))}
      </TableBody>
    </Table>
  )
}

interface MoreProps {
  readonly count: number
  readonly hasMore: boolean
  readonly isLoading: boolean
  readonly onMore: () => void
}

function More({ count, hasMore, isLoading, onMore }: MoreProps) {
  const t = useTranslations('audit')
  const counted = useCountValues()
  return (
    <footer className="flex flex-wrap items-center justify-between gap-3 border-t px-4 py-2.5">
      <p role="status" className="text-sm text-muted tabular">
        {t('shown', counted(count))}
      </p>
      {hasMore && (
        <Button size="sm" isPending={isLoading} onClick={onMore}>
          {t('older')}
        </Button>
      )}
    </footer>
  )
}
