'use client'

import { useQuery } from '@tanstack/react-query'
import { useState, useEffect } from 'react'
import { useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { useViewer } from '@/components/layout/viewer'
import { Card, CardBody } from '@/components/ui/card'
import { Checkbox } from '@/components/ui/inputs/checkbox'
import { Select } from '@/components/ui/inputs/select'
import { Skeleton } from '@/components/ui/skeleton'
import { useCountValues } from '@/components/ui/use-count-values'
import { query } from '@/lib/client/queries'
import { formatTime } from '@/lib/domain/format/format'

import type { TagCount } from '../judge/known-monitors'
import type { ImportSnapshot } from '../session/import-snapshot'
import { useImport } from '../use-import'
import { ApplyPlan } from './apply-plan'
import { PlanReview } from './plan-review'
import { type ReconcilePlan, usePlan } from './use-plan'

function TagChoice({ tag, onChange }: { readonly tag: string; readonly onChange: (tag: string) => void }) {
  const t = useTranslations('monitor-import.reconcile')
  const counted = useCountValues()
  const options = useTags().map(({ tag: value, monitors }) => ({
    value,
    label: t('tagOption', { tag: value, ...counted(monitors) }),
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

/** What could make a plan wrong: rows that were not understood, and a list that looks cut short. */
function Warnings({ plan, snapshot }: { readonly plan: ReconcilePlan; readonly snapshot: ImportSnapshot }) {
  const t = useTranslations('monitor-import.reconcile')
  const counted = useCountValues()
  const { remove, untag, same } = plan.counts
  const leaving = remove + untag
  return (
    <>
      {snapshot.rest > 0 && leaving > 0 && <Banner tone="danger">{t('restWarning')}</Banner>}
      {snapshot.counts.problems > 0 && leaving > 0 && (
        <Banner tone="warn">{t('problems', counted(snapshot.counts.problems))}</Banner>
      )}
      {leaving > same && leaving > 0 && <Banner tone="warn">{t('most', counted(leaving))}</Banner>}
    </>
  )
}

/** The list against the monitors of a tag: what to add, to remove, to leave, as one batch that is looked at first. */
export function ReconcileCard({ snapshot }: { readonly snapshot: ImportSnapshot }) {
  const t = useTranslations('monitor-import.reconcile')
  const { state } = useImport()
  const [tag, setTag] = useState('')
  const [deletesShared, setDeletesShared] = useState(false)
  const counted = useCountValues()
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
                {t('deletesShared', counted(plan.shared))}
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

/** Tags in use. A remote service does not list them, so there they are those of the monitors that the list is compared with. */
function useTags(): readonly TagCount[] {
  const { mode } = useViewer()
  const { session, state } = useImport()
  const { data } = useQuery({ ...query('monitors.tags', {}), enabled: mode === 'embedded' })
  const [found, setFound] = useState<readonly TagCount[]>([])
  const knownAt = state.known.kind === 'ready' ? state.known.at : undefined
  useEffect(() => {
    if (mode === 'embedded' || knownAt === undefined) return undefined
    let isCurrent = true
    const keep = (tags: readonly TagCount[]) => {
      if (isCurrent) setFound(tags)
    }
    session.ask('tags', undefined).then(keep, () => undefined)
    return () => {
      isCurrent = false
    }
  }, [session, mode, knownAt])
  if (mode === 'remote') return found
  return (data?.items ?? []).map(({ tag = '', monitors = 0 }) => ({ tag, monitors }))
}
