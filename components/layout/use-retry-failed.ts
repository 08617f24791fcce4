'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'

import { refetchFailed } from '@/lib/client/refetch-failed'

/**
 * Refetches every failed query of the page: "try again" on one card is meant for the service, not only for that card.
 */
export function useRetryFailed(): () => void {
  const client = useQueryClient()
  return useCallback(() => refetchFailed(client), [client])
}
