'use client'

import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'

import { QueryView } from '@/components/layout/query-states'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { ResourceHead, ResourceTableSkeleton } from '@/components/ui/resource-table'
import { Table, TableBody } from '@/components/ui/table'
import { useCountValues } from '@/components/ui/use-count-values'
import { panelQuery } from '@/lib/client/queries'

import type { AuditFilterProps } from './audit-filters'
import { auditLogQuery, firstPage, type ListedAuditEntry } from './audit-queries'
import { AuditRow } from './audit-row'
import { type AuditSearch, auditAddress } from './audit-search'
import { auditColumns } from './columns'

function useAuditLog(search: AuditSearch) {
  const client = useQueryClient()
  const state = client.getQueryState(panelQuery('audit.list', firstPage(search)).queryKey)
  return useInfiniteQuery(auditLogQuery(search, { data: state?.data, at: state?.dataUpdatedAt ?? 0 }))
}

export function AuditTable({ search, onChange, onClear }: AuditFilterProps) {
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
        skeleton={<ResourceTableSkeleton columns={auditColumns} rows={12} className="unstacked:table-fixed" />}
        contentName={t('what')}
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
    <Table label={t('title')} className="unstacked:table-fixed">
      <ResourceHead columns={auditColumns} nameOf={(id) => t(`columns.${id}`)} />
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
  const countValues = useCountValues()
  return (
    <footer className="flex flex-wrap items-center justify-between gap-3 border-t px-4 py-2.5">
      <p role="status" className="text-sm text-muted tabular">
        {t('shown', countValues(count))}
      </p>
      {hasMore && (
        <Button size="sm" isPending={isLoading} onClick={onMore}>
          {t('older')}
        </Button>
      )}
    </footer>
  )
}
