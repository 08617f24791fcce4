'use client'

import { useTranslations } from 'use-intl'

import { usePermission } from '@/components/layout/viewer'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { useCountValues } from '@/components/ui/use-count-values'

import type { DraftDiff } from './filter-draft'

interface SaveBarProps {
  readonly diff: DraftDiff
  readonly isNew: boolean
  readonly isSaving: boolean
  /** Why it cannot be saved as it is. */
  readonly blockedBy: string | undefined
  readonly onSave: () => void
  readonly onDiscard: () => void
}

/** What a save will change, in numbers, and the save itself; always in sight while the lists scroll. */
export function SaveBar({ diff, isNew, isSaving, blockedBy, onSave, onDiscard }: SaveBarProps) {
  const t = useTranslations('filters.save')
  const permission = usePermission(isNew ? 'filters.create' : 'filters.update')
  const reason = permission.reason ?? (diff.isDirty ? blockedBy : t('unchanged'))
  return (
    <div
      role="group"
      data-bottom-bar
      aria-label={t('label')}
      className="sticky bottom-0 z-10 flex flex-wrap items-center gap-x-3 gap-y-2 border-t bg-side px-4 py-3"
    >
      <p role="status" className="flex flex-wrap items-center gap-2">
        <span className={diff.isDirty ? 'font-medium' : 'text-muted'}>{t(diff.isDirty ? 'dirty' : 'clean')}</span>
        <DiffBadges diff={diff} />
      </p>
      <div className="ml-auto flex gap-2">
        {diff.isDirty && !isNew && <Button onClick={onDiscard}>{t('discard')}</Button>}
        <Button variant="primary" disabledReason={reason} isPending={isSaving} onClick={onSave}>
          {t(isNew ? 'create' : 'save')}
        </Button>
      </div>
    </div>
  )
}

function DiffBadges({ diff }: { readonly diff: DraftDiff }) {
  const t = useTranslations('filters')
  const counted = useCountValues()
  return (
    <>
      {diff.added > 0 && <Badge tone="accent">{t('editor.added', { count: counted(diff.added).count })}</Badge>}
      {diff.removed > 0 && <Badge tone="warn">{t('editor.removed', { count: counted(diff.removed).count })}</Badge>}
      {diff.isRenamed && <Badge>{t('save.renamed')}</Badge>}
    </>
  )
}
