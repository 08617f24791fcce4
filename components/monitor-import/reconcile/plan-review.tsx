'use client'

import { useCallback, useId, useState } from 'react'
import { useTranslations } from 'use-intl'

import { FilterChip } from '@/components/ui/chip'
import { WindowList } from '@/components/ui/rows/window-list'
import { useCountValues } from '@/components/ui/use-count-values'
import { maskIdentifier, maskMistyped, maskPesels } from '@/lib/domain/identifiers/identifiers'

import { useImport } from '../use-import'
import { type PlanAction, planActions, type PlanRow } from './reconcile-plan'
import type { ReconcilePlan } from './use-plan'

const ROW_HEIGHT = 52

function Line({ row }: { readonly row: PlanRow }) {
  const t = useTranslations('monitor-import')
  const { type, value, label, tags } = row
  const kind = type === 'nip' || type === 'krs' || type === 'pesel' || type === 'subject_id' ? type : undefined
  return (
    <div className="flex h-full flex-col justify-center px-3">
      <p className="truncate">
        <span className="text-sm text-muted">{kind === undefined ? type : t(`kinds.${kind}`)}</span>{' '}
        <span className="tabular">{kind === undefined ? maskMistyped(value) : maskIdentifier(kind, value)}</span>
        {label !== '' && <span className="ml-2 text-muted">{maskPesels(label)}</span>}
      </p>
      {tags.length > 0 && <p className="truncate text-sm text-muted">{t('review.tags', { tags: tags.join(', ') })}</p>}
    </div>
  )
}

/** Every subject of the plan, by what becomes of it. */
export function PlanReview({ plan }: { readonly plan: ReconcilePlan }) {
  const t = useTranslations('monitor-import.reconcile')
  const counted = useCountValues()
  const { session } = useImport()
  const titleId = useId()
  const [chosen, setChosen] = useState<PlanAction>()
  const first = planActions.find((action) => plan.counts[action] > 0) ?? 'same'
  const action = chosen === undefined || plan.counts[chosen] === 0 ? first : chosen
  const read = useCallback(
    (from: number, to: number) => session.ask('planRows', { action, from, to }),
    [session, action],
  )
  return (
    <section aria-labelledby={titleId} className="overflow-clip rounded-md border">
      <h3 id={titleId} className="sr-only">
        {t('plan')}
      </h3>
      <div className="flex flex-wrap gap-1.5 border-b px-3 py-2">
        {planActions.map((each) => (
          <FilterChip key={each} isOn={each === action} onChange={() => setChosen(each)}>
            {t(`actions.${each}`, counted(plan.counts[each]))}
          </FilterChip>
        ))}
      </div>
      <WindowList<PlanRow>
        key={action}
        count={plan.counts[action]}
        rowHeight={ROW_HEIGHT}
        version={`${plan.version}:${action}`}
        labelledBy={titleId}
        read={read}
        empty={t('none')}
      >
        {(row) => <Line row={row} />}
      </WindowList>
    </section>
  )
}
