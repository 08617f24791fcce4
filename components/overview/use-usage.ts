'use client'

import { useQuery } from '@tanstack/react-query'

import { query } from '@/lib/client/queries'

/** Figures move with every call of the account; a minute is fresh enough to look at. Pauses while the page is hidden. */
const REFRESH_MS = 60_000
const live = { refetchInterval: REFRESH_MS }

export const useSummary = () => useQuery({ ...query('usage.summary', {}), ...live })
export const useMeter = () => useQuery({ ...query('usage.api', {}), ...live })
export const useDays = () => useQuery({ ...query('usage.daily', { query: {} }), ...live })
