'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { useFailureText } from '@/components/layout/use-failure-text'
import { toast } from '@/components/ui/toast'
import { useCountValues } from '@/components/ui/use-count-values'
import type { MAX_RETENTION_DELETES } from '@/lib/contract/panel/retention'

/** As many as one call takes. */
const CHUNK = 100 satisfies typeof MAX_RETENTION_DELETES

/** Deletes monitors of persons, a hundred per call; what was deleted before a failure stays deleted and is told. */
export function useDeletePersons(onDone: () => void) {
  const t = useTranslations('personal-data.delete')
  const client = useQueryClient()
  const counted = useCountValues()
  const toText = useFailureText()
  const [isPending, setIsPending] = useState(false)
  const run = async (ids: readonly string[]) => {
    setIsPending(true)
    let done = 0
    try {
      const { panelCall } = await import('@/lib/client/browser')
      for (let at = 0; at < ids.length; at += CHUNK) {
        const { deleted } = await panelCall('retention.delete', { body: { ids: ids.slice(at, at + CHUNK) } })
        done += deleted
      }
      toast.success(t('done', counted(done)))
    } catch (error) {
      const planned = counted(ids.length).count
      toast.error(t('failed', { done: counted(done).count, planned, reason: toText(error) }))
    }
    setIsPending(false)
    onDone()
    for (const key of [['panel', 'retention'], ['monitors'], ['usage', 'summary']]) {
      void client.invalidateQueries({ queryKey: key })
    }
  }
  return { run, isPending }
}
