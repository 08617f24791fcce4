'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { useFailureText } from '@/components/layout/use-failure-text'
import { toast } from '@/components/ui/overlay/toast'
import { useCountValues } from '@/components/ui/use-count-values'
import { act, refreshAfter, panelQuery } from '@/lib/client/queries'
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
  const run = async () => {
    const step = () => act('imports.undo', { params: { id }, body: { limit: STEP } })
    // The panel goes on too, and may have been the one that did the last part.
    const finished = async (error: unknown) => {
      if (!isLate(error)) throw error
      return {
        ...(await client.fetchQuery({ ...panelQuery('imports.get', { params: { id } }), staleTime: 0 })),
        left: 0,
      }
    }
    let now = await withRateLimit(never, step)
    if (now.left > 0) void client.invalidateQueries({ queryKey: ['panel', 'imports'] })
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
      await refreshAfter(client, 'imports.undo')
      setIsRunning(false)
    }
  }
  return { isRunning, undo }
}
