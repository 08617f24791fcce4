'use client'

import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'

import { useFailureText } from '@/components/layout/use-failure-text'
import { Button } from '@/components/ui/button'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { ConfirmDialogLazy } from '@/components/ui/overlay/confirm-dialog-lazy'
import { toast } from '@/components/ui/overlay/toast'
import { restoreFocus } from '@/components/ui/restore-focus'
import { useCountValues } from '@/components/ui/use-count-values'
import { lazyPanelCall, refreshAfter } from '@/lib/client/queries'
import type { MAX_RETENTION_DELETES } from '@/lib/features/retention/contract'

const CHUNK = 100 satisfies typeof MAX_RETENTION_DELETES

/** Deletes monitors of persons, 100 per call. Deletions before a failure remain, and their number is reported. */
function useDeletePersons(onDone: () => void) {
  const t = useTranslations('personal-data.delete')
  const client = useQueryClient()
  const countValues = useCountValues()
  const toText = useFailureText()
  const [isPending, setIsPending] = useState(false)
  const run = async (ids: readonly string[]) => {
    setIsPending(true)
    let deletedCount = 0
    try {
      for (let at = 0; at < ids.length; at += CHUNK) {
        const { deleted } = await lazyPanelCall('retention.delete', { body: { ids: ids.slice(at, at + CHUNK) } })
        deletedCount += deleted
      }
      toast.success(t('done', countValues(deletedCount)))
    } catch (error) {
      const planned = countValues(ids.length).count
      toast.error(t('failed', { done: countValues(deletedCount).count, planned, reason: toText(error) }))
    }
    setIsPending(false)
    onDone()
    void refreshAfter(client, 'retention.delete')
  }
  return { run, isPending }
}

const RenewPurposeDialog = lazyComponent(async () => (await import('./renew-purpose-dialog')).RenewPurposeDialog)

interface ReviewBarProps {
  readonly ids: readonly string[]
  readonly selectAll: ReactNode
  readonly onClear: () => void
}

export function ReviewBar({ ids, selectAll, onClear }: ReviewBarProps) {
  const t = useTranslations('personal-data')
  const countValues = useCountValues()
  const [openDialog, setOpenDialog] = useState<'renew' | 'delete'>()
  const [wasRenewing, setWasRenewing] = useState(false)
  const bar = useRef<HTMLDivElement>(null)
  const close = () => setOpenDialog(undefined)
  const askToRenew = () => {
    setWasRenewing(true)
    setOpenDialog('renew')
  }
  const finish = () => {
    setOpenDialog(undefined)
    onClear()
    // The pressed buttons disappear with the selection.
    restoreFocus(() => bar.current?.querySelector('input'))
  }
  const remove = useDeletePersons(finish)
  const { count } = countValues(ids.length)
  return (
    <div
      ref={bar}
      role="group"
      aria-label={t('bar.label')}
      className="flex min-h-12 flex-wrap items-center gap-2 border-b px-4 py-2"
    >
      {selectAll}
      {ids.length > 0 && (
        <>
          <p role="status" className="mr-auto font-medium tabular">
            {t('bar.selected', countValues(ids.length))}
          </p>
          <Button size="sm" variant="primary" onClick={askToRenew}>
            {t('bar.renew', { count })}
          </Button>
          <Button size="sm" onClick={() => setOpenDialog('delete')}>
            {t('bar.delete', { count })}
          </Button>
        </>
      )}
      {wasRenewing && <RenewPurposeDialog ids={ids} isOpen={openDialog === 'renew'} onClose={close} onDone={finish} />}
      <ConfirmDialogLazy
        title={t('delete.title', countValues(ids.length))}
        isOpen={openDialog === 'delete'}
        onClose={close}
        tone="danger"
        confirmLabel={t('delete.confirm')}
        onConfirm={() => void remove.run(ids)}
        isPending={remove.isPending}
      >
        {t('delete.text')}
      </ConfirmDialogLazy>
    </div>
  )
}
