'use client'

import { useQuery } from '@tanstack/react-query'

import { ApiError } from '@/lib/domain/api-error'

import { type Connection, readConnection } from './connection'

const PATH = '/api/connection'

/** Asked of the panel itself and not of the service: there is no row of the contract for it. */
export function useConnection() {
  return useQuery({
    queryKey: ['connection'],
    queryFn: ({ signal }) => askConnection(signal),
    refetchInterval: 60_000,
  })
}

async function askConnection(signal: AbortSignal): Promise<Connection> {
  const response = await fetch(PATH, { signal })
  if (!response.ok) {
    const { readApiError } = await import('@/lib/client/api-error')
    throw await readApiError(response)
  }
  try {
    return readConnection(await response.json())
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : 'unreadable'
    throw new ApiError(message, { kind: 'shape', status: response.status, code: 'unknown_shape' }, { cause })
  }
}
