'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { QueryView } from '@/components/layout/query-states'
import { Chip } from '@/components/ui/chip'
import { SkeletonRows } from '@/components/ui/skeleton'
import { useCountValues } from '@/components/ui/use-count-values'
import { lazyPanelCall } from '@/lib/client/queries'
import { MAX_TAGS } from '@/lib/domain/tags/tags'
import type { BulkTagPlan } from '@/lib/features/bulk-tags/contract'

import { dropTag, type TagDraft, type TagPreview, toChange } from './bulk-tag-draft'

interface PendingProps {
  readonly draft: TagDraft
  readonly onChange: (draft: TagDraft) => void
}

export function BulkTagPending({ draft, onChange }: PendingProps) {
  const t = useTranslations('bulk-tags')
  const history = useTranslations('bulk-tags.history')
  return (
    <section aria-label={t('pending')} className="mt-4">
      <div className="flex min-h-7 items-center justify-between gap-3">
        <h3 className="text-sm text-muted">{t('pending')}</h3>
        {draft.size > 0 && (
          <button
            type="button"
            onClick={() => onChange(new Map())}
            className="min-h-6 rounded-sm text-sm text-accent-ink underline underline-offset-2"
          >
            {t('reset')}
          </button>
        )}
      </div>
      {draft.size === 0 ? (
        <p className="text-muted">{t('pendingNone')}</p>
      ) : (
        <div className="flex flex-wrap gap-1">
          {[...draft].map(([tag, choice]) => (
            <Chip
              key={tag}
              tone={choice === 'add' ? 'accent' : 'warn'}
              label={history(choice === 'add' ? 'addedLabel' : 'removedLabel', { tag })}
              onRemove={() => onChange(dropTag(draft, tag))}
            >
              {history(choice === 'add' ? 'added' : 'removed', { tag })}
            </Chip>
          ))}
        </div>
      )}
    </section>
  )
}

interface FigureProps {
  readonly label: string
  readonly count: number
  readonly isWarning?: boolean | undefined
}

export function PreviewFigure({ label, count, isWarning = false }: FigureProps) {
  const countValues = useCountValues()
  return (
    <div className={isWarning ? 'flex justify-between gap-3 py-1 text-warn-ink' : 'flex justify-between gap-3 py-1'}>
      <dt>{label}</dt>
      <dd className="font-semibold tabular">{countValues(count).count}</dd>
    </div>
  )
}

interface PreviewProps {
  readonly preview: TagPreview
  readonly missing: number
  readonly draft: TagDraft
  readonly ids: readonly string[]
}

/** The previewed counts; monitors that would exceed the tag limit are also listed by name. */
export function BulkTagPreview({ preview, missing, draft, ids }: PreviewProps) {
  const t = useTranslations('bulk-tags')
  return (
    <section aria-label={t('preview')} className="mt-4 rounded-md border px-3 py-1.5">
      <div role="status">
        <dl className="divide-y">
          <PreviewFigure label={t('changing')} count={preview.changing} />
          <PreviewFigure label={t('same')} count={preview.unchanged} />
          {preview.refused > 0 && (
            <PreviewFigure label={t('refused', { max: MAX_TAGS })} count={preview.refused} isWarning />
          )}
          {missing > 0 && <PreviewFigure label={t('missing')} count={missing} isWarning />}
        </dl>
      </div>
      {preview.refused > 0 && <RefusedList draft={draft} ids={ids} count={preview.refused} />}
    </section>
  )
}

function RefusedList({ draft, ids, count }: Pick<PreviewProps, 'draft' | 'ids'> & { readonly count: number }) {
  const t = useTranslations('bulk-tags')
  const [isOpen, setIsOpen] = useState(false)
  const change = toChange(draft)
  // The key omits the ids, which may be thousands: the dialog is opened for one selection.
  const refused = useQuery({
    queryKey: ['panel', 'bulkTags', 'refused', change, ids.length],
    enabled: isOpen,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      return lazyPanelCall(
        'bulkTags.plan',
        { body: { ids: [...ids], add: [...change.add], remove: [...change.remove] } },
        { signal },
      )
    },
  })
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)} className="pb-1">
      <summary className="cursor-pointer py-1 text-sm text-accent-ink">{t('refusedShow')}</summary>
      <QueryView query={refused} contentName={t('what')} skeleton={<SkeletonRows rows={3} />}>
        {(plan) => <NamedMonitors monitors={plan.refused_monitors} count={count} />}
      </QueryView>
    </details>
  )
}

interface NamedMonitorsProps {
  readonly monitors: BulkTagPlan['refused_monitors']
  readonly count: number
}

export function NamedMonitors({ monitors, count }: NamedMonitorsProps) {
  const t = useTranslations('bulk-tags')
  const countValues = useCountValues()
  return (
    <ul className="max-h-32 overflow-y-auto text-sm">
      {monitors.map(({ id, name }) => (
        <li key={id} className="truncate py-0.5">
          {name ?? t('unnamed')}
        </li>
      ))}
      {count > monitors.length && (
        <li className="py-0.5 text-muted">{t('refusedMore', countValues(count - monitors.length))}</li>
      )}
    </ul>
  )
}
