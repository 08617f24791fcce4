import { query } from '@/lib/client/queries'
import type { BzpFilter } from '@/lib/contract/bzp'

const STALE_MS = 5 * 60_000

/** As the preview: one answer per filter for five minutes, never asked again by itself. */
export const explainQuery = (body: BzpFilter) => ({
  ...query('bzp.explainAlert', { body }),
  staleTime: STALE_MS,
  gcTime: STALE_MS,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
})
