'use client'

import { usePlanPlaces } from '@/components/meters/use-meters'

export interface MonitorQuota {
  readonly free: number
  readonly limit: number
}

/** Returns how many more monitors the plan allows; undefined if unknown or unlimited. */
export function useMonitorQuota(): MonitorQuota | undefined {
  const { count, limit } = usePlanPlaces('monitors')
  if (typeof limit !== 'number' || count === undefined) return undefined
  return { free: Math.max(0, limit - count), limit }
}
