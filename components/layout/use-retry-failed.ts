'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'

import { askFailedAgain } from '@/lib/client/ask-again'

/** What failed anywhere on the page is asked for again: who presses "try again" on one card means the service, not the card. */
export function useRetryFailed(): () => void {
  const client = useQueryClient()
  return useCallback(() => askFailedAgain(client), [client])
}
