'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { useFailureText } from '@/components/layout/use-failure-text'
import { usePermission } from '@/components/layout/viewer'
import { Button } from '@/components/ui/button'
import { ConfirmDialogLazy } from '@/components/ui/overlay/confirm-dialog-lazy'
import { toast } from '@/components/ui/overlay/toast'
import { useCountValues } from '@/components/ui/use-count-values'
import { act, refreshAfter, panelQuery } from '@/lib/client/queries'
import { withRateLimit } from '@/lib/client/run-steps'
import { isApiError } from '@/lib/domain/api-error'

import type { ImportItem } from './import-queries'

const MONITORS_PER_STEP = 250
const neverAborts = new AbortController().signal

const isConflict = (error: unknown): boolean => isApiError(error) && error.status === 409

/** Runs the undo while the page is open; otherwise the panel continues it. */
function useUndo({ id }: Pick<ImportItem, 'id'>, name: string) {
  const t = useTranslations('imports-history')
  const toText = useFailureText()
  const countValues = useCountValues()
  const client = useQueryClient()
  const [isRunning, setIsRunning] = useState(false)
  const run = async () => {
    const step = () => act('imports.undo', { params: { id }, body: { limit: MONITORS_PER_STEP } })
    // The panel runs the undo as well and may have completed the last part.
    const readFinalState = async (error: unknown) => {
      if (!isConflict(error)) throw error
      return {
        ...(await client.fetchQuery({ ...panelQuery('imports.get', { params: { id } }), staleTime: 0 })),
        left: 0,
      }
    }
    let answer = await withRateLimit(neverAborts, step)
    if (answer.left > 0) void client.invalidateQueries({ queryKey: ['panel', 'imports'] })
    while (answer.left > 0) answer = await withRateLimit(neverAborts, step).catch(readFinalState)
    toast.success(
      t('undoDone', { name, undone: countValues(answer.undone).count, skipped: countValues(answer.skipped).count }),
    )
  }
  const undo = async () => {
    setIsRunning(true)
    try {
      await run()
    } catch (error) {
      toast.error(isConflict(error) ? t('undoneBefore') : toText(error))
    } finally {
      await refreshAfter(client, 'imports.undo')
      setIsRunning(false)
    }
  }
  return { isRunning, undo }
}

interface UndoButtonProps {
  readonly item: ImportItem
  /** The file or tag of the import. */
  readonly name: string
  /** The accessible label of an action, which includes the import's date. */
  readonly label: (action: string) => string
}

/** Undoes an import in parts; it continues after an interruption. */
export function UndoButton({ item, name, label }: UndoButtonProps) {
  const t = useTranslations('imports-history')
  const { reason } = usePermission('imports.undo')
  const [isAsking, setIsAsking] = useState(false)
  const { isRunning, undo } = useUndo(item, name)
  if (item.state === 'undone') return null
  const isUndoing = item.state === 'undoing'
  const action = t(isUndoing ? 'goOn' : 'undo')
  return (
    <>
      <Button
        size="sm"
        aria-label={label(action)}
        disabledReason={reason}
        isPending={isRunning}
        onClick={() => (isUndoing ? void undo() : setIsAsking(true))}
      >
        {action}
      </Button>
      <ConfirmDialogLazy
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={t('undoTitle', { name })}
        confirmLabel={t('undo')}
        tone="danger"
        onConfirm={() => {
          setIsAsking(false)
          void undo()
        }}
      >
        <Consequences item={item} />
      </ConfirmDialogLazy>
    </>
  )
}

/** How many monitors the undo changes, and which it cannot. */
function Consequences({ item: { kept: revertible, persons: unrestorable } }: Pick<UndoButtonProps, 'item'>) {
  const t = useTranslations('imports-history')
  const countValues = useCountValues()
  const changes = [
    { key: 'added', count: revertible.added },
    { key: 'tagged', count: revertible.tagged },
    { key: 'removed', count: revertible.removed - unrestorable },
    { key: 'untagged', count: revertible.untagged },
  ] as const
  const shown = changes.filter(({ count }) => count > 0)
  return (
    <div className="grid gap-2">
      {shown.length + unrestorable === 0 && <p>{t('undoNothing')}</p>}
      {shown.length > 0 && (
        <ul className="list-disc pl-5">
          {shown.map(({ key, count }) => (
            <li key={key}>{t(`undoWill.${key}`, countValues(count))}</li>
          ))}
        </ul>
      )}
      {unrestorable > 0 && <p className="font-medium text-warn-ink">{t('undoPersons', countValues(unrestorable))}</p>}
      <p className="text-muted">{t('undoText')}</p>
    </div>
  )
}
