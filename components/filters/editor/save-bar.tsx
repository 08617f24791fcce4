'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { usePermission } from '@/components/layout/viewer'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { preload } from '@/components/ui/lazy/load-component'
import { useCountValues } from '@/components/ui/use-count-values'
import type { FilterListName } from '@/lib/domain/filter-lists'

import { focusFault } from './editor-focus'
import type { FilterEdit } from './use-filter-draft'

const loadDialog = async () => (await import('../difference/difference-dialog')).DifferenceDialog
const DifferenceDialog = lazyComponent(loadDialog)

function DifferenceButton({ edit }: { readonly edit: FilterEdit }) {
  const t = useTranslations('filters')
  const countValues = useCountValues()
  const [isOpen, setIsOpen] = useState(false)
  const { diff } = edit
  if (!diff.isDirty && !isOpen) return null
  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        aria-haspopup="dialog"
        onPointerEnter={() => preload(loadDialog)}
        onClick={() => setIsOpen(true)}
      >
        {diff.added > 0 && <Badge tone="accent">{t('editor.added', { count: countValues(diff.added).count })}</Badge>}
        {diff.removed > 0 && (
          <Badge tone="warn">{t('editor.removed', { count: countValues(diff.removed).count })}</Badge>
        )}
        {diff.isRenamed && <Badge>{t('save.renamed')}</Badge>}
        {t('difference.show')}
      </Button>
      {isOpen && <DifferenceDialog edit={edit} onClose={() => setIsOpen(false)} />}
    </>
  )
}

/** Why a draft cannot be saved, and the list in which it can be corrected. */
export interface SaveObstacle {
  readonly reason: string
  readonly list?: FilterListName | undefined
}

interface SaveBarProps {
  readonly edit: FilterEdit
  readonly isNew: boolean
  readonly isSaving: boolean
  readonly blockedBy: SaveObstacle | undefined
  readonly onSave: () => void
  readonly onDiscard: () => void
}

export function SaveBar({ edit, isNew, isSaving, blockedBy, onSave, onDiscard }: SaveBarProps) {
  const t = useTranslations('filters.save')
  const { diff } = edit
  const permission = usePermission(isNew ? 'filters.create' : 'filters.update')
  const reason = permission.reason ?? (diff.isDirty ? blockedBy?.reason : t('unchanged'))
  return (
    <div
      role="group"
      data-bottom-bar
      aria-label={t('label')}
      className="sticky bottom-0 z-10 flex flex-wrap items-center gap-x-3 gap-y-2 border-t bg-side px-4 py-3"
    >
      <p role="status" className={diff.isDirty ? 'font-medium' : 'text-muted'}>
        {t(diff.isDirty ? 'dirty' : isNew ? 'fresh' : 'clean')}
      </p>
      <DifferenceButton edit={edit} />
      {diff.isDirty && <ObstacleLink blockedBy={blockedBy} />}
      <div className="ml-auto flex gap-2">
        {diff.isDirty && <Button onClick={onDiscard}>{t('discard')}</Button>}
        <Button variant="primary" disabledReason={reason} isPending={isSaving} onClick={onSave}>
          {t(isNew ? 'create' : 'save')}
        </Button>
      </div>
    </div>
  )
}

/** Names the obstacle to saving and links to it, because it may be far above. */
function ObstacleLink({ blockedBy }: Pick<SaveBarProps, 'blockedBy'>) {
  const t = useTranslations('filters')
  if (blockedBy?.list === undefined) return null
  const { reason, list } = blockedBy
  return (
    <p className="flex flex-wrap items-center gap-2 text-sm">
      <span role="status" className="text-danger-ink">
        {reason}
      </span>
      <Button size="sm" onClick={() => focusFault(list)}>
        {t('save.goTo', { list: t(`lists.${list}`) })}
      </Button>
    </p>
  )
}
