'use client'

import { useTranslations } from 'use-intl'

import { Button } from '@/components/ui/button'
import { Card, CardBody } from '@/components/ui/card'
import { DataList, DataRow } from '@/components/ui/data-list'
import { Icon } from '@/components/ui/icon'
import { toast } from '@/components/ui/overlay/toast'
import { useCountValues } from '@/components/ui/use-count-values'

import { RefusedList } from '../job/outcome-card'
import { useImport } from '../use-import'
import { NotNamed } from './not-named'

export function ReconcileOutcome() {
  const t = useTranslations('imports.reconcile')
  const countValues = useCountValues()
  const { state, jobs } = useImport()
  const { reconciled, outcome, run } = state
  if (reconciled === undefined || run !== undefined) return null
  const { id, tag, added, tagged, removed, untagged } = reconciled
  const figures = [
    { key: 'add', count: added.length },
    { key: 'tag', count: tagged.length },
    { key: 'remove', count: removed.length },
    { key: 'untag', count: untagged.length },
  ] as const
  const undo = async () => {
    if (await jobs.undo(reconciled)) toast.success(t('undone', { tag }))
  }
  return (
    <Card title={t('outcome', { tag })}>
      <CardBody>
        <div role="status">
          <DataList>
            {figures.map(({ key, count }) => (
              <DataRow key={key} label={t(`done.${key}`)}>
                <strong>{countValues(count).count}</strong>
              </DataRow>
            ))}
          </DataList>
        </div>
        {outcome !== undefined && outcome.refused.length > 0 && <RefusedList refused={outcome.refused} />}
        {id !== undefined && added.length > 0 && <NotNamed id={id} />}
        <div className="mt-3 flex flex-wrap items-center justify-end gap-3">
          {removed.length > 0 && <p className="min-w-0 flex-1 basis-64 text-sm text-muted">{t('notRestored')}</p>}
          <Button onClick={() => void undo()}>
            <Icon name="undo" />
            {t('undo')}
          </Button>
        </div>
      </CardBody>
    </Card>
  )
}
