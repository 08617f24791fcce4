'use client'

import { hashKey, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useMemo, useState } from 'react'

import { useDebouncedValue } from '@/components/ui/use-debounced-value'
import type { OperationAnswer } from '@/lib/client/client'
import type { BzpFilter } from '@/lib/contract/bzp'

import { type AlertFilter, type Drafts, toPreviewBody, withDrafts } from '../filter/alert-filter'
import { type Pause, toPause } from './pause'
import { previewQuery } from './preview-query'

/**
 * The delay after the last key: short enough to show the count within 300 ms, long enough to make one call per burst of
 * keys.
 */
const SETTLE_MS = 120

export interface CountedFilter {
  readonly answer: OperationAnswer<'bzp.previewAlert'>
  readonly body: BzpFilter
}

function useCounted(answer: CountedFilter['answer'] | undefined, body: BzpFilter): CountedFilter | undefined {
  const [last, setLast] = useState<CountedFilter>()
  if (answer === undefined || answer === last?.answer) return last
  const counted = { answer, body }
  setLast(counted)
  return counted
}

function usePause() {
  const [pause, setPause] = useState<Pause>()
  const [failedAt, setFailedAt] = useState(0)
  const noteError = ({ error, errorUpdatedAt }: Pick<UseQueryResult, 'error' | 'errorUpdatedAt'>) => {
    if (error === null || errorUpdatedAt === failedAt) return
    setFailedAt(errorUpdatedAt)
    setPause(toPause(error, errorUpdatedAt))
  }
  return { pause, noteError, resume: () => setPause(undefined) }
}

/**
 * The live count: requested when typing stops, with an older call cancelled first and the last answer retained until
 * the next one arrives. After a 402 or 429 nothing is requested automatically until the pause is over.
 */
export function usePreview(filter: AlertFilter, drafts: Drafts) {
  const currentBody = useMemo(() => toPreviewBody(withDrafts(filter, drafts)), [filter, drafts])
  const body = useDebouncedValue(currentBody, SETTLE_MS)
  const { pause, noteError, resume } = usePause()
  const query = useQuery({ ...previewQuery(body), enabled: pause === undefined })
  noteError(query)
  const counted = useCounted(query.data, body)
  const isChanged = hashKey([currentBody]) !== hashKey([body])
  const refresh = () => {
    resume()
    void query.refetch()
  }
  return {
    query,
    body,
    pause,
    counted,
    /** Whether the displayed answer belongs to an older filter or is being refreshed. */
    isOld: isChanged || query.data === undefined || query.isFetching,
    isCounting: query.isFetching || (isChanged && pause === undefined),
    refresh,
    resume,
  }
}

export type Preview = ReturnType<typeof usePreview>
