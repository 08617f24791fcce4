import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { beforeEach, expect, it, vi } from 'vitest'

import { ApiError } from '@/lib/domain/api-error'

import { forgetLastCalls, noteCall } from './last-calls'
import { refetchOnRecovery } from './refetch-failed'

beforeEach(forgetLastCalls)

it('refetches only failed queries once any call is answered', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const broken = vi.fn(() => Promise.reject(new Error('broken')))
  const successful = vi.fn(() => Promise.resolve(1))
  const limited = vi.fn(() => Promise.reject(new ApiError('x', { status: 429, code: 'rate_limited' })))
  const observers = [
    new QueryObserver(client, { queryKey: ['broken'], queryFn: broken }),
    new QueryObserver(client, { queryKey: ['whole'], queryFn: successful }),
    new QueryObserver(client, { queryKey: ['limited'], queryFn: limited }),
  ]
  const ends = [...observers.map((each) => each.subscribe(() => undefined)), refetchOnRecovery(client)]
  await expect.poll(() => client.getQueryState(['broken'])?.status).toBe('error')
  noteCall('usage.api', new ApiError('x', { status: 500, code: 'http_500' }), 1000)
  expect(broken).toHaveBeenCalledTimes(1)
  noteCall('usage.daily', undefined, 2000)
  await expect.poll(() => broken).toHaveBeenCalledTimes(2)
  expect(successful).toHaveBeenCalledTimes(1)
  expect(limited).toHaveBeenCalledTimes(1)
  for (const end of ends) end()
  client.clear()
})
