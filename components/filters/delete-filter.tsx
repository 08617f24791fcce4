'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { useFailureText } from '@/components/layout/use-failure-text'
import { usePermission } from '@/components/layout/viewer'
import { Button } from '@/components/ui/button'
import { ConfirmDialogLazy } from '@/components/ui/confirm-dialog-lazy'
import { toast } from '@/components/ui/toast'
import { useCountValues } from '@/components/ui/use-count-values'
import { query } from '@/lib/client/queries'
import { isApiError } from '@/lib/domain/api-error'

import { draftMemory } from './draft-memory'
import { useMonitorsOfFilter } from './use-monitors-of-filter'
import { openFilter } from './use-selected-filter'

interface DeleteFilterProps {
  readonly id: string
  readonly name: string
  readonly memoryKey: string
}

function Consequence({ id, isOpen }: { readonly id: string; readonly isOpen: boolean }) {
  const t = useTranslations('filters.delete')
  const counted = useCountValues()
  const monitors = useMonitorsOfFilter(id, isOpen)
  const count = monitors.data
  if (monitors.isPending) return t('counting')
  return typeof count === 'number' ? t('monitors', counted(count)) : t('monitorsUnknown')
}

async function deleteFilter(id: string): Promise<void> {
  const { call } = await import('@/lib/client/browser')
  try {
    await call('filters.delete', { params: { filter_id: id } })
  } catch (error) {
    // Somebody else was faster; it is gone, which is what was asked for.
    if (!isApiError(error) || error.status !== 404) throw error
  }
}

/** Deleting, with its consequence in words before it happens (interface 4.6). */
export function DeleteFilter({ id, name, memoryKey }: DeleteFilterProps) {
  const t = useTranslations('filters.delete')
  const client = useQueryClient()
  const toText = useFailureText()
  const permission = usePermission('filters.delete')
  const [isAsking, setIsAsking] = useState(false)
  const [isPending, setIsPending] = useState(false)
  const remove = async () => {
    setIsPending(true)
    try {
      await deleteFilter(id)
      draftMemory.forget(memoryKey)
      openFilter(undefined)
      client.setQueryData(query('filters.list', {}).queryKey, (list) =>
        list === undefined ? undefined : { ...list, items: list.items.filter((item) => item.id !== id) },
      )
      toast.success(t('done', { name }))
      void client.invalidateQueries({ queryKey: ['filters'] })
      void client.invalidateQueries({ queryKey: ['usage', 'summary'] })
    } catch (error) {
      setIsPending(false)
      toast.error(t('failed', { reason: toText(error) }))
    }
  }
  return (
    <>
      <Button disabledReason={permission.reason} onClick={() => setIsAsking(true)}>
        {t('action')}
      </Button>
      <ConfirmDialogLazy
        title={t('title', { name })}
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        tone="danger"
        confirmLabel={t('confirm')}
        onConfirm={() => void remove()}
        isPending={isPending}
      >
        <p>{t('text')}</p>
        <p role="status" className="mt-2">
          <Consequence id={id} isOpen={isAsking} />
        </p>
      </ConfirmDialogLazy>
    </>
  )
}
