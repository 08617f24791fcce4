'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { useFailureText } from '@/components/layout/use-failure-text'
import { toast } from '@/components/ui/overlay/toast'
import { useCountValues } from '@/components/ui/use-count-values'
import { withRateLimit } from '@/lib/client/run-steps'
import { isApiError } from '@/lib/domain/api-error'

import type { ImportItem } from './import-queries'

const STEP = 250
const never = new AbortController().signal

const isLate = (error: unknown): boolean => isApiError(error) && error.status === 409

/** Drives the undo for as long as the page is there; the panel goes on with what is left. */
export function useUndo({ id }: Pick<ImportItem, 'id'>, name: string) {
  const t = useTranslations('import-history')
  const toText = useFailureText()
  const counted = useCountValues()
  const client = useQueryClient()
  const [isRunning, setIsRunning] = useState(false)
  const show = () => client.invalidateQueries({ queryKey: ['panel', 'imports'] })
  const run = async () => {
    const { panelCall } = await import('@/lib/client/browser')
    const step = () => panelCall('imports.undo', { params: { id }, body: { limit: STEP } })
    // The panel goes on too, and may have been the one that did the last part.
    const finished = async (error: unknown) => {
      if (!isLate(error)) throw error
      return { ...(await panelCall('imports.get', { params: { id } })), left: 0 }
    }
    let now = await withRateLimit(never, step)
    if (now.left > 0) void show()
    while (now.left > 0) now = await withRateLimit(never, step).catch(finished)
    toast.success(t('undoDone', { name, undone: counted(now.undone).count, skipped: counted(now.skipped).count }))
  }
  const undo = async () => {
    setIsRunning(true)
    try {
      await run()
    } catch (error) {
      toast.error(isLate(error) ? t('undoneBefore') : toText(error))
    } finally {
      await show()
      await client.invalidateQueries({ queryKey: ['monitors'] })
      setIsRunning(false)
    }
  }
  return { isRunning, undo }
}
