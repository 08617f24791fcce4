'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { ResourceList } from '@/components/shared/resource-list'
import { EmptyState } from '@/components/ui/empty-state'
import { Dialog } from '@/components/ui/overlay/dialog'
import { panelQuery } from '@/lib/client/queries'
import type { BulkTagJob } from '@/lib/contract/panel/bulk-tags'

import { bulkHistoryColumns, useBulkHistoryCells } from './bulk-history-cells'
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
  const cells = useBulkHistoryCells({ onUndo: setUndone, onGoOn: goOn })
  const undo = (job: BulkTagJob) => {
    onClose()
    void tags.undo(job.id)
  }
  return (
    <Dialog title={undone ? t('undoTitle') : t('title')} size="lg" onClose={onClose}>
      {undone ? (
        <BulkUndo job={undone} onBack={() => setUndone(undefined)} onConfirm={() => undo(undone)} />
      ) : (
        <>
          <p className="mb-3 text-muted">{t('intro')}</p>
          <div className="-mx-5 max-h-[60vh] overflow-y-auto border-t">
            <ResourceList
              query={history}
              what={t('what')}
              likely={4}
              empty={<EmptyState title={t('empty')}>{t('emptyText')}</EmptyState>}
              label={t('title')}
              columns={bulkHistoryColumns}
              nameOf={(id) => t(`columns.${id}`)}
              keyOf={({ id }) => id}
              cells={cells}
            />
          </div>
        </>
      )}
    </Dialog>
  )
}
