'use client'

import { type ReactNode, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'

import { Button } from '@/components/ui/button'
import { ConfirmDialogLazy } from '@/components/ui/confirm-dialog-lazy'
import { keepFocus } from '@/components/ui/keep-focus'
import { lazyPart } from '@/components/ui/lazy-part'
import { useCountValues } from '@/components/ui/use-count-values'

import { useDeletePersons } from './use-delete-persons'

const RenewDialog = lazyPart(() => import('./renew-dialog').then((module) => module.RenewDialog))

interface ReviewBarProps {
  readonly ids: readonly string[]
  readonly selectAll: ReactNode
  readonly onClear: () => void
}

/** What can be done with the selected persons, with their exact number. */
export function ReviewBar({ ids, selectAll, onClear }: ReviewBarProps) {
  const t = useTranslations('personal-data')
  const counted = useCountValues()
  const [asking, setAsking] = useState<'renew' | 'delete'>()
  const [wasRenewing, setWasRenewing] = useState(false)
  const bar = useRef<HTMLDivElement>(null)
  const onOpenChange = (isOpen: boolean) => !isOpen && setAsking(undefined)
  const askToRenew = () => {
    setWasRenewing(true)
    setAsking('renew')
  }
  const finish = () => {
    setAsking(undefined)
    onClear()
    // The buttons that were pressed go with the selection.
    keepFocus(() => bar.current?.querySelector('input'))
  }
  const remove = useDeletePersons(finish)
  const { count } = counted(ids.length)
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
            {t('bar.selected', counted(ids.length))}
          </p>
          <Button size="sm" variant="primary" onClick={askToRenew}>
            {t('bar.renew', { count })}
          </Button>
          <Button size="sm" onClick={() => setAsking('delete')}>
            {t('bar.delete', { count })}
          </Button>
        </>
      )}
      {wasRenewing && <RenewDialog ids={ids} isOpen={asking === 'renew'} onOpenChange={onOpenChange} onDone={finish} />}
      <ConfirmDialogLazy
        title={t('delete.title', counted(ids.length))}
        isOpen={asking === 'delete'}
        onOpenChange={onOpenChange}
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
