'use client'

import { usePlanPlaces } from '@/components/meters/use-meters'

export interface Places {
  readonly free: number
  readonly limit: number
}

/** Returns how many more monitors the plan allows; undefined if unknown or unlimited. */
export function usePlaces(): Places | undefined {
  const { count, limit } = usePlanPlaces('monitors')
  if (typeof limit !== 'number' || count === undefined) return undefined
  return { free: Math.max(0, limit - count), limit }
}
