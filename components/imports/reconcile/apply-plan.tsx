'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { usePermission } from '@/components/layout/viewer'
import { Button } from '@/components/ui/button'
import { TypedCountDialogLazy } from '@/components/ui/overlay/typed-count-dialog-lazy'
import { useCountValues } from '@/components/ui/use-count-values'
import { MAX_ROWS } from '@/lib/client/read-table/source-table'

import { useReasonTexts } from '../review/use-rejected-file'
import { useImport } from '../use-import'
import { useMonitorQuota } from '../use-places'
import type { ReconcilePlan } from './use-plan'

function useBlockedReason({ counts }: ReconcilePlan): string | undefined {
  const t = useTranslations('imports.send')
  const { state } = useImport()
  const { reason } = usePermission('monitors.delete')
  const places = useMonitorQuota()
  if (state.run !== undefined) return t('running')
  if (state.unfinishedJob !== undefined) return t('unfinished')
  if (counts.add + counts.tag + counts.remove + counts.untag === 0) return t('allSame')
  // Adding comes first, so that nothing is deleted if the new monitors do not fit.
  return places !== undefined && counts.add > places.free ? t('noPlaces') : reason
}

/** Applies the plan with one button. It shows the number of changes, and a large removal requires typing the count. */
export function ApplyPlan({ plan }: { readonly plan: ReconcilePlan }) {
  const t = useTranslations('imports.reconcile')
  const countValues = useCountValues()
  const { session, jobs } = useImport()
  const [isAsking, setIsAsking] = useState(false)
  const blockedReason = useBlockedReason(plan)
  const reasons = useReasonTexts()
  const { add, tag, remove, untag } = plan.counts
  const apply = async () => {
    setIsAsking(false)
    const rowsOf = (action: 'remove' | 'untag') => session.callWorker('planRows', { action, from: 0, to: MAX_ROWS * 2 })
    const [removed, untagged] = [await rowsOf('remove'), await rowsOf('untag')]
    await jobs.reconcile({ tag: plan.tag, items: add + tag, remove: removed, untag: untagged, reasons })
  }
  const numbers = [
    { key: 'add', count: add },
    { key: 'tag', count: tag },
    { key: 'remove', count: remove },
    { key: 'untag', count: untag },
  ] as const
  return (
    <div className="flex justify-end">
      <Button variant="primary" disabledReason={blockedReason} onClick={() => setIsAsking(true)}>
        {t('apply', countValues(add + tag + remove + untag))}
      </Button>
      <TypedCountDialogLazy
        title={t('confirmTitle', { tag: plan.tag })}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        tone={remove > 0 ? 'danger' : 'primary'}
        count={remove}
        confirmLabel={t('apply', countValues(add + tag + remove + untag))}
        onConfirm={() => void apply()}
      >
        <ul className="list-disc pl-5">
          {numbers
            .filter(({ count }) => count > 0)
            .map(({ key, count }) => (
              <li key={key}>{t(`will.${key}`, { ...countValues(count), tag: plan.tag })}</li>
            ))}
        </ul>
        {remove > 0 && <p className="mt-2">{t('notRestored')}</p>}
        {plan.hidden > 0 && <p className="mt-2">{t('revealed', countValues(plan.hidden))}</p>}
      </TypedCountDialogLazy>
    </div>
  )
}
