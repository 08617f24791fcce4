import { queryOptions } from '@tanstack/react-query'

import { oneAtATime } from '@/lib/client/one-at-a-time'
import { toQueryKey, lazyCall } from '@/lib/client/queries'
import type { BzpFilter } from '@/lib/contract/bzp'

const STALE_MS = 5 * 60_000

/** One at a time: the next is sent once the former has its answer or has been given up. */
const turn = oneAtATime()

/** One answer per filter for five minutes; only a change of the filter or the user's own wish asks again. */
export const previewQuery = (body: BzpFilter) =>
  queryOptions({
    queryKey: toQueryKey('bzp.previewAlert', { body }),
    queryFn: ({ signal }) =>
      turn(async () => {
        signal.throwIfAborted()
        return lazyCall('bzp.previewAlert', { body }, { signal })
      }),
    staleTime: STALE_MS,
    gcTime: STALE_MS,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
