'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { QueryView } from '@/components/layout/query-states'
import { EmptyState } from '@/components/ui/empty-state'
import { Dialog } from '@/components/ui/overlay/dialog'
import { SkeletonRows } from '@/components/ui/skeleton'
import { HeaderCell, Table, TableBody, TableHead } from '@/components/ui/table'
import { panelQuery } from '@/lib/client/queries'
import type { BulkTagJob } from '@/lib/contract/panel/bulk-tags'

import { BulkHistoryRow } from './bulk-history-row'
import { BulkUndo } from './bulk-undo'
import type { BulkDelete } from './use-bulk-delete'
import type { BulkTags } from './use-bulk-tags'

interface BulkHistoryDialogProps {
  readonly tags: BulkTags
  readonly deletion: BulkDelete
  readonly onClose: () => void
}

const POLL_MS = 3000

/** What was changed, by whom, what became of it; and the way back. */
export function BulkHistoryDialog({ tags, deletion, onClose }: BulkHistoryDialogProps) {
  const t = useTranslations('bulk-tags.history')
  const [undone, setUndone] = useState<BulkTagJob>()
  const history = useQuery({
    ...panelQuery('bulkTags.list', {}),
    refetchInterval: ({ state }) =>
      state.data?.items.some((job) => job.state === 'running') === true ? POLL_MS : false,
  })
  const goOn = (job: BulkTagJob) => {
    onClose()
    if (job.kind === 'delete') void deletion.resume(job)
    else void tags.goOn(job.id)
  }
  const undo = (job: BulkTagJob) => {
    onClose()
    void tags.undo(job.id)
  }
  return (
    <Dialog title={undone ? t('undoTitle') : t('title')} size="lg" isOpen onOpenChange={onClose}>
      {undone ? (
        <BulkUndo job={undone} onBack={() => setUndone(undefined)} onConfirm={() => undo(undone)} />
      ) : (
        <>
          <p className="mb-3 text-muted">{t('intro')}</p>
          <QueryView
            query={history}
            what={t('what')}
            skeleton={<SkeletonRows rows={4} />}
            isEmpty={({ items }) => items.length === 0}
            empty={<EmptyState title={t('empty')}>{t('emptyText')}</EmptyState>}
          >
            {({ items }) => (
              <div className="-mx-5 max-h-[60vh] overflow-y-auto border-t">
                <Table label={t('title')}>
                  <TableHead>
                    <HeaderCell>{t('columns.change')}</HeaderCell>
                    <HeaderCell>{t('columns.who')}</HeaderCell>
                    <HeaderCell isEnd>{t('columns.monitors')}</HeaderCell>
                    <HeaderCell>{t('columns.state')}</HeaderCell>
                    <HeaderCell isEnd>
                      <span className="sr-only">{t('columns.actions')}</span>
                    </HeaderCell>
                  </TableHead>
                  <TableBody>
                    {items.map((job) => (
                      <BulkHistoryRow key={job.id} job={job} onUndo={setUndone} onGoOn={goOn} />
                    ))}
                  </TableBody>
                </Table>
              </div>
            )}
          </QueryView>
        </>
      )}
    </Dialog>
  )
}
