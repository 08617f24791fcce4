'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { QueryView } from '@/components/layout/query-states'
import { ResourceList } from '@/components/shared/resource-list'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Dialog } from '@/components/ui/overlay/dialog'
import { SkeletonRows } from '@/components/ui/skeleton'
import { useCountValues } from '@/components/ui/use-count-values'
import { panelQuery } from '@/lib/client/queries'
import { MAX_TAGS } from '@/lib/domain/tags/tags'
import type { BulkTagJob } from '@/lib/features/bulk-tags/contract'
import type { PanelOutput } from '@/lib/features/contract'

import { bulkHistoryColumns, useBulkHistoryCells, TagChanges } from './bulk-history-cells'
import { PreviewFigure, NamedMonitors } from './bulk-tag-preview'
import type { BulkDelete } from './use-bulk-delete'
import type { BulkTags } from './use-bulk-tags'

interface BulkHistoryDialogProps {
  readonly tags: BulkTags
  readonly deletion: BulkDelete
  readonly onClose: () => void
}

const POLL_MS = 3000

export function BulkHistoryDialog({ tags, deletion, onClose }: BulkHistoryDialogProps) {
  const t = useTranslations('bulk-tags.history')
  const [jobToUndo, setJobToUndo] = useState<BulkTagJob>()
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
  const cells = useBulkHistoryCells({ onUndo: setJobToUndo, onGoOn: goOn })
  const undo = (job: BulkTagJob) => {
    onClose()
    void tags.undo(job.id)
  }
  return (
    <Dialog title={jobToUndo ? t('undoTitle') : t('title')} size="lg" onClose={onClose}>
      {jobToUndo ? (
        <BulkUndo job={jobToUndo} onBack={() => setJobToUndo(undefined)} onConfirm={() => undo(jobToUndo)} />
      ) : (
        <>
          <p className="mb-3 text-muted">{t('intro')}</p>
          <div className="-mx-5 max-h-[60vh] overflow-y-auto border-t">
            <ResourceList
              query={history}
              contentName={t('what')}
              expectedRows={4}
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

interface BulkUndoProps {
  readonly job: BulkTagJob
  readonly onBack: () => void
  readonly onConfirm: () => void
}

function BulkUndo({ job, onBack, onConfirm }: BulkUndoProps) {
  const t = useTranslations('bulk-tags.history')
  const plan = useQuery({ ...panelQuery('bulkTags.planUndo', { params: { id: job.id } }), staleTime: 0, gcTime: 0 })
  return (
    <>
      <TagChanges job={job} />
      <div className="mt-4">
        <QueryView query={plan} contentName={t('undoPlan')} skeleton={<SkeletonRows rows={2} />}>
          {(undoPlan) => <UndoPlan plan={undoPlan} onConfirm={onConfirm} onBack={onBack} />}
        </QueryView>
      </div>
      {plan.data === undefined && (
        <div className="mt-4">
          <Button onClick={onBack}>{t('back')}</Button>
        </div>
      )}
    </>
  )
}

interface UndoPlanProps {
  readonly plan: PanelOutput<'bulkTags.planUndo'>
  readonly onConfirm: () => void
  readonly onBack: () => void
}

function UndoPlan({ plan, onConfirm, onBack }: UndoPlanProps) {
  const t = useTranslations('bulk-tags.history')
  const countValues = useCountValues()
  const { changed, restoring, settled, refused, missing } = plan
  return (
    <>
      <p role="status">{t('restoring', { ...countValues(restoring), of: countValues(changed).count })}</p>
      <dl className="mt-1 max-w-md divide-y empty:hidden">
        {settled > 0 && <PreviewFigure label={t('settled')} count={settled} />}
        {missing > 0 && <PreviewFigure label={t('undoMissing')} count={missing} isWarning />}
        {refused > 0 && <PreviewFigure label={t('undoRefused', { max: MAX_TAGS })} count={refused} isWarning />}
      </dl>
      {refused > 0 && <NamedMonitors monitors={plan.refused_monitors} count={refused} />}
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        <Button autoFocus onClick={onBack}>
          {t('back')}
        </Button>
        <Button variant="primary" disabledReason={restoring === 0 ? t('undoNothing') : undefined} onClick={onConfirm}>
          {t('undoConfirm', countValues(restoring))}
        </Button>
      </div>
    </>
  )
}
