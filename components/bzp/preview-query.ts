import { query } from '@/lib/client/queries'
import type { BzpFilter } from '@/lib/contract/bzp'

const STALE_MS = 5 * 60_000

/** One answer per filter for five minutes; only a change of the filter or the user's own wish asks again. */
export const previewQuery = (body: BzpFilter) => ({
  ...query('bzp.previewAlert', { body }),
  staleTime: STALE_MS,
  gcTime: STALE_MS,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
})
