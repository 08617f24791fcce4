'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { usePageKeys } from '@/components/layout/use-page-keys'
import { usePermission } from '@/components/layout/viewer'
import { BridgeButton } from '@/components/shared/filter-bridge/bridge-button'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { Kbd } from '@/components/ui/kbd'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { preload } from '@/components/ui/lazy/load-component'
import { useAfterLoad } from '@/components/ui/lazy/use-after-load'
import { DialogButton } from '@/components/ui/overlay/dialog-button'
import { TypedCountDialogLazy } from '@/components/ui/overlay/typed-count-dialog-lazy'
import { useCountValues } from '@/components/ui/use-count-values'
import { panelQuery } from '@/lib/client/queries'
import type { BulkTagRun } from '@/lib/features/bulk-tags/contract'

import { type SelectionStore, useSelection } from '../selection/selection-store'
import { useBulkDelete, type BulkDelete } from './use-bulk-delete'
import type { BulkJobs } from './use-bulk-job'
import { useBulkTags, type BulkTags } from './use-bulk-tags'

const loadTagDialog = async () => (await import('./bulk-tag-dialog')).BulkTagDialog
const BulkTagDialog = lazyComponent(loadTagDialog)

export interface BulkActionsProps {
  readonly store: SelectionStore
  readonly jobs: BulkJobs
}

export function BulkActions({ store, jobs }: BulkActionsProps) {
  const t = useTranslations('filters-bridge')
  const tags = useBulkTags({ store, jobs })
  const remove = useBulkDelete(store, jobs)
  const { chosen } = useSelection(store)
  return (
    <>
      {chosen.size > 0 && (
        <>
          <BridgeButton from={() => ({ ids: [...store.read().chosen.keys()] })} label={t('action')} isShort>
            {t('ofSelection')}
          </BridgeButton>
          <TagButton store={store} onStarted={(run) => void tags.run(run)} />
          <DeleteButton ids={chosen} onDelete={(ids) => void remove.run(ids)} />
        </>
      )}
      <BulkHistoryButton tags={tags} deletion={remove} />
    </>
  )
}

interface TagButtonProps {
  readonly store: SelectionStore
  readonly onStarted: (run: BulkTagRun) => void
}

function TagButton({ store, onStarted }: TagButtonProps) {
  const t = useTranslations('bulk-tags')
  const tagPermission = usePermission('bulkTags.start')
  // The selection when the dialog opened, because the list may change behind it.
  const [selection, setSelection] = useState<{ readonly ids: readonly string[]; readonly isAll: boolean }>()
  const open = () => {
    const { chosen, allSince } = store.read()
    setSelection({ ids: [...chosen.keys()], isAll: allSince !== undefined })
  }
  usePageKeys({ t: () => tagPermission.allowed && open() })
  const close = () => setSelection(undefined)
  const begin = (run: BulkTagRun) => {
    close()
    onStarted(run)
  }
  return (
    <>
      <Button
        size="sm"
        disabledReason={tagPermission.reason}
        aria-haspopup="dialog"
        onPointerEnter={() => preload(loadTagDialog)}
        onClick={open}
      >
        <Icon name="tag" size={14} className="sm:hidden" />
        <span className="max-sm:sr-only">{t('button')}</span>
        <span className="max-md:hidden">
          <Kbd>T</Kbd>
        </span>
      </Button>
      {selection !== undefined && <BulkTagDialog {...selection} onClose={close} onStarted={begin} />}
    </>
  )
}

interface DeleteButtonProps {
  readonly ids: ReadonlyMap<string, unknown>
  readonly onDelete: (ids: readonly string[]) => void
}

function DeleteButton({ ids, onDelete }: DeleteButtonProps) {
  const t = useTranslations('monitors')
  const countValues = useCountValues()
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
      <TypedCountDialogLazy
        title={t('delete.title', countValues(ids.size))}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        tone="danger"
        count={ids.size}
        confirmLabel={t('delete.confirm', countValues(ids.size))}
        onConfirm={confirm}
      >
        {t('delete.text', countValues(ids.size))}
      </TypedCountDialogLazy>
    </>
  )
}

const loadHistory = async () => (await import('./bulk-history-dialog')).BulkHistoryDialog
const BulkHistoryDialog = lazyComponent(loadHistory)

function BulkHistoryButton({ tags, deletion }: { readonly tags: BulkTags; readonly deletion: BulkDelete }) {
  const t = useTranslations('bulk-tags.history')
  const countValues = useCountValues()
  const listPermission = usePermission('bulkTags.list')
  const isAfterLoad = useAfterLoad()
  const { data } = useQuery({ ...panelQuery('bulkTags.list', {}), enabled: listPermission.allowed && isAfterLoad })
  const open = data?.items.filter(({ state }) => state === 'interrupted' || state === 'partial').length ?? 0
  const note = open > 0 ? t('interrupted', countValues(open)) : undefined
  return (
    <DialogButton
      size="sm"
      variant="ghost"
      disabledReason={listPermission.reason}
      title={note ?? t('button')}
      preloadDialog={loadHistory}
      renderDialog={(close) => <BulkHistoryDialog tags={tags} deletion={deletion} onClose={close} />}
    >
      <Icon name={note === undefined ? 'clock' : 'alert'} size={14} className={note && 'text-warn-ink'} />
      <span className="max-lg:sr-only">{note ?? t('button')}</span>
    </DialogButton>
  )
}
