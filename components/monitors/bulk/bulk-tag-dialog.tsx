'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { QueryView } from '@/components/layout/query-states'
import { useAction } from '@/components/layout/use-action'
import { useFailureText } from '@/components/layout/use-failure-text'
import { useViewer } from '@/components/layout/viewer'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/overlay/dialog'
import { isTypedCount, needsTypedCount } from '@/components/ui/overlay/typed-count'
import { TypedCountField } from '@/components/ui/overlay/typed-count-dialog'
import { SkeletonRows } from '@/components/ui/skeleton'
import { useCountValues } from '@/components/ui/use-count-values'
import { query, lazyPanelCall } from '@/lib/client/queries'
import { isApiError } from '@/lib/domain/api-error'
import type { BulkTagPlan, BulkTagRun } from '@/lib/features/bulk-tags/contract'

import { findMonitorSync } from '../data/monitor-sync'
import { countChecked, previewTags, type TagDraft, type TagPreview, tagRows, toChange } from './bulk-tag-draft'
import { BulkTagList } from './bulk-tag-list'
import { BulkTagPending, BulkTagPreview } from './bulk-tag-preview'

interface BulkTagDialogProps {
  readonly ids: readonly string[]
  /** True if they are all matches of a search; a large change then requires confirmation. */
  readonly isAll: boolean
  readonly onClose: () => void
  readonly onStarted: (run: BulkTagRun) => void
}

/** The account's tags. A remote service does not list them, so there the tags of the loaded rows are used. */
function useAccountTags(): readonly string[] {
  const { mode } = useViewer()
  const client = useQueryClient()
  const { data } = useQuery({ ...query('monitors.tags', {}), enabled: mode === 'embedded' })
  return useMemo(() => {
    if (data !== undefined) return data.items.map(({ tag = '' }) => tag)
    const rows = findMonitorSync(client)?.store.read().entries ?? []
    return [...new Set(rows.flatMap(({ monitor }) => monitor.tags ?? []))]
  }, [client, data])
}

/** The current tags of the selection, requested from the service on each opening. */
function useSelectionTags(ids: readonly string[]) {
  const openingId = useId()
  return useQuery({
    queryKey: ['panel', 'bulkTags', 'plan', openingId],
    gcTime: 0,
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      return lazyPanelCall('bulkTags.plan', { body: { ids: [...ids] } }, { signal })
    },
  })
}

/** Starts the change with a client-generated id, so that a repeated press does not start it twice. */
function useStartChange({
  ids,
  onStarted,
  refetch,
}: Pick<BulkTagDialogProps, 'ids' | 'onStarted'> & { refetch: () => void }) {
  const [id, setId] = useState(() => crypto.randomUUID())
  const start = useAction('bulkTags.start', {
    onSuccess: onStarted,
    onError: (error) => {
      if (!isPlanChanged(error)) return
      setId(crypto.randomUUID())
      refetch()
    },
  })
  const begin = (draft: TagDraft, expected: number) => {
    const { add, remove } = toChange(draft)
    start.mutate({ body: { id, ids: [...ids], add: [...add], remove: [...remove], expected } })
  }
  return { begin, isPending: start.isPending, error: start.error, expected: start.variables?.body.expected ?? 0 }
}

const isPlanChanged = (error: Error | null) => isApiError(error) && error.code === 'plan_changed'

/** Edits the tags of the selected monitors: shows which tags all, some or none have, and previews the change. */
export function BulkTagDialog({ ids, isAll, onClose, onStarted }: BulkTagDialogProps) {
  const t = useTranslations('bulk-tags')
  const common = useTranslations('common')
  const countValues = useCountValues()
  const plan = useSelectionTags(ids)
  const start = useStartChange({ ids, onStarted, refetch: () => void plan.refetch() })
  const [draft, setDraft] = useState<TagDraft>(new Map())
  const [typed, setTyped] = useState({ text: '', isMissed: false })
  const preview = useMemo(() => previewTags(plan.data?.sets ?? [], draft), [plan.data, draft])
  const isCountRequired = isAll && needsTypedCount(preview.changing)
  const confirm = () => {
    if (isCountRequired && !isTypedCount(typed.text, preview.changing)) setTyped({ ...typed, isMissed: true })
    else start.begin(draft, preview.changing)
  }
  return (
    <Dialog
      title={t('title', countValues(ids.length))}
      size="md"
      isDismissable={!start.isPending}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose} aria-disabled={start.isPending}>
            {common('cancel')}
          </Button>
          <Button
            variant="primary"
            isPending={start.isPending}
            disabledReason={useBlockedReason({ plan: plan.data, draft, preview })}
            onClick={confirm}
          >
            {t('confirm', countValues(preview.changing))}
          </Button>
        </>
      }
    >
      <StartProblem {...start} changing={preview.changing} />
      <DraftFields ids={ids} plan={plan.data} {...{ draft, setDraft, preview }}>
        <QueryView query={plan} contentName={t('what')} skeleton={<SkeletonRows rows={5} />}>
          {() => null}
        </QueryView>
      </DraftFields>
      {isCountRequired && (
        <div className="mt-4">
          <TypedCountField
            count={preview.changing}
            text={typed.text}
            onChange={(text) => setTyped({ text, isMissed: false })}
            isMissed={typed.isMissed}
          />
        </div>
      )}
    </Dialog>
  )
}

function useBlockedReason({
  plan,
  draft,
  preview,
}: Pick<DraftFieldsProps, 'plan' | 'draft' | 'preview'>): string | undefined {
  const t = useTranslations('bulk-tags')
  if (plan === undefined) return t('loading')
  if (draft.size === 0) return t('pick')
  return preview.changing === 0 ? t('nothing') : undefined
}

interface DraftFieldsProps {
  readonly ids: readonly string[]
  readonly plan: BulkTagPlan | undefined
  readonly draft: TagDraft
  readonly setDraft: (draft: TagDraft) => void
  readonly preview: TagPreview
  /** Shown instead of the tags while there is no plan. */
  readonly children: ReactNode
}

/** The search is shown immediately, so that text typed while the tags are counted is not lost. */
function DraftFields({ ids, plan, draft, setDraft, preview, children }: DraftFieldsProps) {
  const accountTags = useAccountTags()
  const rows = useMemo(() => {
    const existingRows = tagRows(plan?.sets ?? [], accountTags)
    const newTags = [...draft.keys()].filter((tag) => !existingRows.some((row) => row.tag === tag))
    return [...newTags.map((tag) => ({ tag, monitorCount: 0, mark: 'none' as const })), ...existingRows]
  }, [plan, accountTags, draft])
  return (
    <>
      <BulkTagList
        rows={rows}
        isCounted={plan !== undefined}
        total={countChecked(plan?.sets ?? [])}
        draft={draft}
        onChange={setDraft}
      >
        {children}
      </BulkTagList>
      <BulkTagPending draft={draft} onChange={setDraft} />
      {plan !== undefined && draft.size > 0 && (
        <BulkTagPreview preview={preview} missing={plan.missing} draft={draft} ids={ids} />
      )}
    </>
  )
}

interface StartProblemProps {
  readonly error: Error | null
  readonly expected: number
  readonly changing: number
}

function StartProblem({ error, expected, changing }: StartProblemProps) {
  const t = useTranslations('bulk-tags')
  const countValues = useCountValues()
  const toText = useFailureText()
  if (error === null) return null
  const counts = { changing: countValues(changing).count, expected: countValues(expected).count }
  return (
    <Banner tone="danger" className="mb-3">
      {isPlanChanged(error) ? t('planChanged', counts) : t('startFailed', { reason: toText(error) })}
    </Banner>
  )
}
