import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'

import { ApiError, type ApiErrorDetails } from '@/lib/domain/api-error'

import { shouldRetry } from './should-retry'

const countCalls = async (error: Error): Promise<number> => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: shouldRetry, retryDelay: 0 } } })
  const queryFn = vi.fn().mockRejectedValue(error)
  const end = new QueryObserver(client, { queryKey: ['x'], queryFn }).subscribe(() => undefined)
  await expect.poll(() => client.getQueryState(['x'])?.status).toBe('error')
  end()
  client.clear()
  return queryFn.mock.calls.length
}

it.each([
  [{ status: 504, code: 'upstream_timeout' }, 1],
  [{ status: 504, code: 'http_504' }, 1],
  [{ status: 422, code: 'validation' }, 1],
  [{ status: 502, code: 'upstream_unauthorized' }, 1],
  [{ status: 200, code: 'unknown_shape', kind: 'shape' }, 1],
  [{ status: 500, code: 'http_500' }, 3],
  [{ status: 502, code: 'upstream_unreachable' }, 3],
  [{ status: 0, code: 'network', kind: 'network' }, 3],
] as const satisfies readonly (readonly [ApiErrorDetails, number])[])(
  'after %o a query runs %d times',
  async (details, times) => {
    expect(await countCalls(new ApiError('message', details))).toBe(times)
  },
)

it('retries after an error without an answer', async () => {
  expect(await countCalls(new TypeError('Failed to fetch'))).toBe(3)
})
