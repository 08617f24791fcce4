import { queryOptions } from '@tanstack/react-query'

import { oneAtATime } from '@/lib/client/one-at-a-time'
import { toQueryKey, lazyCall } from '@/lib/client/queries'
import type { BzpFilter } from '@/lib/contract/bzp'

const STALE_MS = 5 * 60_000

/** Requests run one at a time: the next one is sent when the previous one is answered or cancelled. */
const queue = oneAtATime()

/** Answers are cached per filter for five minutes; only a changed filter or the user requests again. */
export const previewQuery = (body: BzpFilter) =>
  queryOptions({
    queryKey: toQueryKey('bzp.previewAlert', { body }),
    queryFn: ({ signal }) =>
      queue(async () => {
        signal.throwIfAborted()
        return lazyCall('bzp.previewAlert', { body }, { signal })
      }),
    staleTime: STALE_MS,
    gcTime: STALE_MS,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
