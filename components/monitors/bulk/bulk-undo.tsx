'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'

import { QueryView } from '@/components/layout/query-states'
import { Button } from '@/components/ui/button'
import { SkeletonRows } from '@/components/ui/skeleton'
import { useCountValues } from '@/components/ui/use-count-values'
import { panelQuery } from '@/lib/client/queries'
import type { PanelOutput } from '@/lib/contract/panel-table'
import type { BulkTagJob } from '@/lib/contract/panel/bulk-tags'
import { MAX_TAGS } from '@/lib/domain/tags/tags'

import { TagChanges } from './bulk-history-cells'
import { PreviewFigure, NamedMonitors } from './bulk-tag-preview'

interface BulkUndoProps {
  readonly job: BulkTagJob
  readonly onBack: () => void
  readonly onConfirm: () => void
}

/** The dry run of an undo, with the tags as they are now. */
export function BulkUndo({ job, onBack, onConfirm }: BulkUndoProps) {
  const t = useTranslations('bulk-tags.history')
  const plan = useQuery({ ...panelQuery('bulkTags.planUndo', { params: { id: job.id } }), staleTime: 0, gcTime: 0 })
  return (
    <>
      <TagChanges job={job} />
      <div className="mt-4">
        <QueryView query={plan} what={t('undoPlan')} skeleton={<SkeletonRows rows={2} />}>
          {(found) => <UndoPlan plan={found} onConfirm={onConfirm} onBack={onBack} />}
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
  const counted = useCountValues()
  const { changed, restoring, settled, refused, missing } = plan
  return (
    <>
      <p role="status">{t('restoring', { ...counted(restoring), of: counted(changed).count })}</p>
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
          {t('undoConfirm', counted(restoring))}
        </Button>
      </div>
    </>
  )
}
