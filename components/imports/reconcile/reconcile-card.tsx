'use client'

import { useQuery } from '@tanstack/react-query'
import { useState, useEffect, useCallback, useId } from 'react'
import { useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { useViewer } from '@/components/layout/viewer'
import { Card, CardBody } from '@/components/ui/card'
import { FilterChip } from '@/components/ui/chip'
import { Checkbox } from '@/components/ui/inputs/checkbox'
import { Select } from '@/components/ui/inputs/select'
import { WindowList } from '@/components/ui/rows/window-list'
import { Skeleton } from '@/components/ui/skeleton'
import { useCountValues } from '@/components/ui/use-count-values'
import { query } from '@/lib/client/queries'
import { formatTime } from '@/lib/domain/format/format'
import { maskIdentifier, maskMistyped, maskPesels } from '@/lib/domain/identifiers/identifiers'

import type { TagCount } from '../judge/known-monitors'
import type { ImportSnapshot } from '../session/import-snapshot'
import { useImport } from '../use-import'
import { ApplyPlan } from './apply-plan'
import { type PlanAction, planActions, type PlanRow } from './reconcile-plan'
import { type ReconcilePlan, usePlan } from './use-plan'

const ROW_HEIGHT = 52

function Line({ row }: { readonly row: PlanRow }) {
  const t = useTranslations('imports')
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

function PlanReview({ plan }: { readonly plan: ReconcilePlan }) {
  const t = useTranslations('imports.reconcile')
  const countValues = useCountValues()
  const { session } = useImport()
  const titleId = useId()
  const [chosen, setChosen] = useState<PlanAction>()
  const first = planActions.find((action) => plan.counts[action] > 0) ?? 'same'
  const action = chosen === undefined || plan.counts[chosen] === 0 ? first : chosen
  const read = useCallback(
    (from: number, to: number) => session.callWorker('planRows', { action, from, to }),
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
            {t(`actions.${each}`, countValues(plan.counts[each]))}
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

function TagChoice({ tag, onChange }: { readonly tag: string; readonly onChange: (tag: string) => void }) {
  const t = useTranslations('imports.reconcile')
  const countValues = useCountValues()
  const options = useTags().map(({ tag: value, monitors }) => ({
    value,
    label: t('tagOption', { tag: value, ...countValues(monitors) }),
  }))
  return (
    <div className="max-w-md">
      <Select
        label={t('tag')}
        hint={t('tagHint')}
        value={tag}
        options={[{ value: '', label: t('pickTag') }, ...options]}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}

/** Signs that a plan may be wrong: unreadable rows, or a list that seems to be truncated. */
function Warnings({ plan, snapshot }: { readonly plan: ReconcilePlan; readonly snapshot: ImportSnapshot }) {
  const t = useTranslations('imports.reconcile')
  const countValues = useCountValues()
  const { remove, untag, same } = plan.counts
  const leaving = remove + untag
  return (
    <>
      {snapshot.rest > 0 && leaving > 0 && <Banner tone="danger">{t('restWarning')}</Banner>}
      {snapshot.counts.problems > 0 && leaving > 0 && (
        <Banner tone="warn">{t('problems', countValues(snapshot.counts.problems))}</Banner>
      )}
      {leaving > same && leaving > 0 && <Banner tone="warn">{t('most', countValues(leaving))}</Banner>}
    </>
  )
}

/** Compares the list with the monitors of a tag and shows what to add, remove and leave before anything is changed. */
export function ReconcileCard({ snapshot }: { readonly snapshot: ImportSnapshot }) {
  const t = useTranslations('imports.reconcile')
  const { state } = useImport()
  const [tag, setTag] = useState('')
  const [deletesShared, setDeletesShared] = useState(false)
  const countValues = useCountValues()
  const plan = usePlan({ tag, deletesShared })
  const { known } = state
  return (
    <Card title={t('title')} aside={known.kind === 'ready' && t('asOf', { time: formatTime(known.at) })}>
      <CardBody className="grid gap-3">
        <TagChoice tag={tag} onChange={setTag} />
        {tag !== '' && plan === undefined && <Skeleton className="h-40" />}
        {plan !== undefined && (
          <>
            <Warnings plan={plan} snapshot={snapshot} />
            {plan.shared > 0 && (
              <Checkbox checked={deletesShared} onChange={(event) => setDeletesShared(event.target.checked)}>
                {t('deletesShared', countValues(plan.shared))}
              </Checkbox>
            )}
            <PlanReview plan={plan} />
            <ApplyPlan plan={plan} />
          </>
        )}
      </CardBody>
    </Card>
  )
}

/** Tags in use. A remote service does not list them, so there the tags of the account's monitors are used. */
function useTags(): readonly TagCount[] {
  const { mode } = useViewer()
  const { session, state } = useImport()
  const { data } = useQuery({ ...query('monitors.tags', {}), enabled: mode === 'embedded' })
  const [remoteTags, setRemoteTags] = useState<readonly TagCount[]>([])
  const knownAt = state.known.kind === 'ready' ? state.known.at : undefined
  useEffect(() => {
    if (mode === 'embedded' || knownAt === undefined) return undefined
    let isCurrent = true
    const storeTags = (tags: readonly TagCount[]) => {
      if (isCurrent) setRemoteTags(tags)
    }
    session.callWorker('tags', undefined).then(storeTags, () => undefined)
    return () => {
      isCurrent = false
    }
  }, [session, mode, knownAt])
  if (mode === 'remote') return remoteTags
  return (data?.items ?? []).map(({ tag = '', monitors = 0 }) => ({ tag, monitors }))
}
