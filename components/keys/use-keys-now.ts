import { useQuery } from '@tanstack/react-query'

import { useClock, useClockSkew } from '@/components/ui/clock'
import { query } from '@/lib/client/queries'

/**
 * The page's clock advances in steps, so the time of the last read is used if it is later: a key that has just expired
 * is then shown as expired.
 */
export function useKeysNow(): number {
  const { dataUpdatedAt } = useQuery({ ...query('keys.list', {}), enabled: false })
  return Math.max(useClock(), dataUpdatedAt + useClockSkew())
}
