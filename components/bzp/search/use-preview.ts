'use client'

import { hashKey, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useMemo, useState } from 'react'

import { useSettled } from '@/components/ui/use-settled'
import type { OperationAnswer } from '@/lib/client/client'
import type { BzpFilter } from '@/lib/contract/bzp'

import { type AlertFilter, type Drafts, toPreviewBody, withDrafts } from '../filter/alert-filter'
import { type Pause, toPause } from './pause'
import { previewQuery } from './preview-query'

/** So that the count is painted within 300 ms of the last key; a burst of keys is still one call. */
const SETTLE_MS = 120

export interface Counted {
  readonly answer: OperationAnswer<'bzp.previewAlert'>
  /** The filter that was counted. */
  readonly body: BzpFilter
}

/** The last answer, kept while the next one is on its way, and while it fails. */
function useCounted(answer: Counted['answer'] | undefined, body: BzpFilter): Counted | undefined {
  const [last, setLast] = useState<Counted>()
  if (answer === undefined || answer === last?.answer) return last
  const counted = { answer, body }
  setLast(counted)
  return counted
}

/** The pause that the newest failure asks for. */
function usePause() {
  const [pause, setPause] = useState<Pause>()
  const [failedAt, setFailedAt] = useState(0)
  const hear = ({ error, errorUpdatedAt }: Pick<UseQueryResult, 'error' | 'errorUpdatedAt'>) => {
    if (error === null || errorUpdatedAt === failedAt) return
    setFailedAt(errorUpdatedAt)
    setPause(toPause(error, errorUpdatedAt))
  }
  return { pause, hear, resume: () => setPause(undefined) }
}

/**
 * The live count: asked as soon as the typing rests, an older call cancelled first, the last answer kept while the
 * next one is on its way. After a 402 or 429 it asks nothing by itself until the pause is over.
 */
export function usePreview(filter: AlertFilter, drafts: Drafts) {
  const wanted = useMemo(() => toPreviewBody(withDrafts(filter, drafts)), [filter, drafts])
  const body = useSettled(wanted, SETTLE_MS)
  const { pause, hear, resume } = usePause()
  const query = useQuery({ ...previewQuery(body), enabled: pause === undefined })
  hear(query)
  const counted = useCounted(query.data, body)
  const isChanged = hashKey([wanted]) !== hashKey([body])
  const refresh = () => {
    resume()
    void query.refetch()
  }
  return {
    query,
    body,
    pause,
    counted,
    /** What is shown belongs to an older filter, or is being asked again. */
    isOld: isChanged || query.data === undefined || query.isFetching,
    isCounting: query.isFetching || (isChanged && pause === undefined),
    refresh,
    resume,
  }
}

export type Preview = ReturnType<typeof usePreview>
