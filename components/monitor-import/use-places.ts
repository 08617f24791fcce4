'use client'

import { useQuery } from '@tanstack/react-query'

import { query } from '@/lib/client/queries'

export interface Places {
  readonly free: number
  readonly limit: number
}

/** Free places for monitors in the plan; undefined when not known, or when there is no limit. */
export function usePlaces(): Places | undefined {
  const { data } = useQuery(query('usage.summary', {}))
  const limit = data?.limits?.monitors
  const current = data?.counts?.monitors
  if (typeof limit !== 'number' || current === undefined) return undefined
  return { free: Math.max(0, limit - current), limit }
}
