'use client'

import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'next/navigation'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { DeniedPage } from '@/components/layout/denied-page'
import { PageHeader } from '@/components/layout/page-header'
import { QueryView } from '@/components/layout/query-states'
import { usePermission } from '@/components/layout/viewer'
import { Button, LinkButton } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { SkeletonRows } from '@/components/ui/skeleton'
import { useFocusFallback } from '@/components/ui/use-focus-fallback'
import { panelQuery } from '@/lib/client/queries'
import { routes } from '@/lib/domain/routes'

import { importsInput, PAGE, type ImportItem } from './import-queries'
import { ImportHistoryRow } from './import-row'

/** Polling interval while an import is being undone, in milliseconds. */
const UNDO_POLL_MS = 2000
const MAX_SHOWN = 500

const isUndoing = (items: readonly ImportItem[] | undefined): boolean =>
  items?.some(({ state }) => state === 'undoing') === true

export function ImportHistory() {
  const t = useTranslations('imports-history')
  const { allowed } = usePermission('imports.list')
  const [limit, setLimit] = useState(PAGE)
  const imports = useQuery({
    ...panelQuery('imports.list', importsInput(limit)),
    enabled: allowed,
    placeholderData: (before) => before,
    refetchInterval: ({ state }) => (isUndoing(state.data?.items) ? UNDO_POLL_MS : false),
  })
  const linkedId = useSearchParams().get('import') ?? undefined
  if (!allowed) return <DeniedPage page="monitorsImports" />
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle')}
        actions={<LinkButton href={routes.monitorsImport}>{t('back')}</LinkButton>}
      />
      <Card>
        <QueryView
          query={imports}
          skeleton={<SkeletonRows rows={6} />}
          contentName={t('what')}
          isEmpty={({ items }) => items.length === 0}
          empty={<EmptyState title={t('empty')}>{t('emptyText')}</EmptyState>}
        >
          {({ items }) => (
            <>
              {linkedId !== undefined && !items.some(({ id }) => id === linkedId) && <OlderImport id={linkedId} />}
              <ImportRows items={items} linkedId={linkedId} />
              {items.length === limit && limit < MAX_SHOWN && (
                <p className="border-t px-4 py-3">
                  <Button size="sm" isPending={imports.isFetching} onClick={() => setLimit(MAX_SHOWN)}>
                    {t('older')}
                  </Button>
                </p>
              )}
            </>
          )}
        </QueryView>
      </Card>
    </>
  )
}

interface RowsProps {
  readonly items: readonly ImportItem[]
  /** The import that a link points to. */
  readonly linkedId: string | undefined
}

/** An undone import loses its undo button, so the focus moves within its row. */
function ImportRows({ items, linkedId }: RowsProps) {
  const list = useRef<HTMLUListElement>(null)
  useFocusFallback(list)
  return (
    <ul ref={list} className="divide-y">
      {items.map((item) => (
        <ImportHistoryRow key={item.id} item={item} isWanted={item.id === linkedId} />
      ))}
    </ul>
  )
}

/** The import that a link points to, if it is older than the loaded list. */
function OlderImport({ id }: { readonly id: string }) {
  const t = useTranslations('imports-history')
  const linkedImport = useQuery({
    ...panelQuery('imports.get', { params: { id } }),
    refetchInterval: ({ state }) => (state.data?.state === 'undoing' ? UNDO_POLL_MS : false),
  })
  if (linkedImport.error !== null) return <Banner tone="info">{t('notFound')}</Banner>
  return linkedImport.data === undefined ? (
    <SkeletonRows rows={1} />
  ) : (
    <ImportRows items={[linkedImport.data]} linkedId={id} />
  )
}
