import { useQuery } from '@tanstack/react-query'

import { useClock, useClockSkew } from '@/components/ui/clock'
import { query } from '@/lib/client/queries'

/** The clock of the page goes in steps: a key that ended just now has ended in a list that was read since. */
export function useKeysNow(): number {
  const { dataUpdatedAt } = useQuery({ ...query('keys.list', {}), enabled: false })
  return Math.max(useClock(), dataUpdatedAt + useClockSkew())
}
