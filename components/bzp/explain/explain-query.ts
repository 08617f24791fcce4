import { query } from '@/lib/client/queries'
import type { BzpFilter } from '@/lib/contract/bzp'

const STALE_MS = 5 * 60_000

/** Answers are cached per filter for five minutes and never refetched automatically, as for the preview. */
export const explainQuery = (body: BzpFilter) => ({
  ...query('bzp.explainAlert', { body }),
  staleTime: STALE_MS,
  gcTime: STALE_MS,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
})
