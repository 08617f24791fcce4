'use client'

import dynamic from 'next/dynamic'
import { type RefObject, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'

import { usePermission } from '@/components/layout/viewer'
import { Button } from '@/components/ui/button'
import { ConfirmDialogLazy } from '@/components/ui/confirm-dialog-lazy'
import { Icon } from '@/components/ui/icon'
import { Kbd } from '@/components/ui/kbd'
import { useCountValues } from '@/components/ui/use-count-values'
import type { TagChange } from '@/lib/domain/tags'

import { type SelectionStore, useSelection } from './selection-store'
import type { TagPlan } from './tag-plan'
import { usePageKeys } from './use-page-keys'

const loadTagPopover = () => import('./tag-popover').then((module) => module.TagPopover)
const TagPopover = dynamic(loadTagPopover, { ssr: false })

export type TagMode = 'add' | 'remove'

interface BulkActionsProps {
  readonly store: SelectionStore
  readonly onTags: (plan: TagPlan, change: TagChange) => void
  readonly onDelete: (ids: readonly string[]) => void
}

/** What can be done with the selected monitors; nothing is shown while there are none. */
export function BulkActions({ store, onTags, onDelete }: BulkActionsProps) {
  const t = useTranslations('monitors.selection')
  const { chosen } = useSelection(store)
  const tagging = usePermission('monitors.bulkTag')
  const [mode, setMode] = useState<TagMode>()
  const addRef = useRef<HTMLSpanElement>(null)
  const removeRef = useRef<HTMLSpanElement>(null)
  const isAny = chosen.size > 0
  usePageKeys({ t: () => isAny && tagging.allowed && setMode('add') })
  if (!isAny) return null
  const button = (kind: TagMode, ref: RefObject<HTMLSpanElement | null>) => (
    <span ref={ref} className="inline-flex">
      <Button
        size="sm"
        disabledReason={tagging.reason}
        aria-haspopup="dialog"
        aria-expanded={mode === kind}
        onPointerEnter={() => void loadTagPopover()}
        onClick={() => setMode(kind)}
      >
        <Icon name={kind === 'add' ? 'tag' : 'minus'} size={14} className="sm:hidden" />
        <span className="max-sm:sr-only">{t(kind === 'add' ? 'addTags' : 'removeTags')}</span>
        {kind === 'add' && (
          <span className="max-md:hidden">
            <Kbd>T</Kbd>
          </span>
        )}
      </Button>
    </span>
  )
  return (
    <>
      {button('add', addRef)}
      {button('remove', removeRef)}
      <DeleteButton ids={chosen} onDelete={onDelete} />
      {mode !== undefined && (
        <TagPopover
          key={mode}
          mode={mode}
          store={store}
          triggerRef={mode === 'add' ? addRef : removeRef}
          onClose={() => setMode(undefined)}
          onConfirm={onTags}
        />
      )}
    </>
  )
}

interface DeleteButtonProps {
  readonly ids: ReadonlyMap<string, unknown>
  readonly onDelete: (ids: readonly string[]) => void
}

function DeleteButton({ ids, onDelete }: DeleteButtonProps) {
  const t = useTranslations('monitors')
  const counted = useCountValues()
  const permission = usePermission('monitors.delete')
  const [isAsking, setIsAsking] = useState(false)
  const confirm = () => {
    setIsAsking(false)
    onDelete([...ids.keys()])
  }
  return (
    <>
      <Button
        size="sm"
        disabledReason={permission.reason}
        onClick={() => setIsAsking(true)}
        className={permission.allowed ? 'text-danger-ink!' : undefined}
      >
        <Icon name="trash" size={14} className="sm:hidden" />
        <span className="max-sm:sr-only">{t('selection.delete')}</span>
      </Button>
      <ConfirmDialogLazy
        title={t('delete.title', counted(ids.size))}
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        tone="danger"
        confirmLabel={t('delete.confirm', counted(ids.size))}
        onConfirm={confirm}
      >
        {t('delete.text')}
      </ConfirmDialogLazy>
    </>
  )
}
