import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { ApiError } from '@/lib/domain/api-error'
import type { CallService } from '@/lib/panel/context'

import { eachMonitor, eachPage, noRetry } from './watched-records'

/** A list of three pages. `limits`: for each call in turn, the seconds of its 429, or undefined for a page. */
function listing(limits: (number | undefined)[] = []) {
  const queries: unknown[] = []
  const answer = (cursor: unknown) => {
    const waitS = limits.shift()
    if (waitS !== undefined) {
      return Promise.reject(new ApiError('', { status: 429, code: 'rate_limited', retryAfterS: waitS }))
    }
    const page = Number(cursor ?? 0)
    return Promise.resolve({ items: [{ id: `m${page}` }], next_cursor: page < 2 ? String(page + 1) : null })
  }
  // Safe: the walk only calls the list.
  const callService = ((_name: string, { query }: { query: { cursor?: string } }) => {
    queries.push(query)
    return answer(query.cursor)
  }) as unknown as CallService
  return { callService, queries }
}
async function idsOf(records: AsyncIterable<{ id: string }>) {
  const ids: string[] = []
  for await (const { id } of records) ids.push(id)
  return ids
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('continues at the same page after a rate limit', async () => {
  const { callService, queries } = listing([undefined, 3, 2])
  const began = Date.now()
  const reading = idsOf(eachMonitor(callService, { filter: { tag: ['a'] } }))
  await vi.runAllTimersAsync()
  expect(await reading).toEqual(['m0', 'm1', 'm2'])
  expect(Date.now() - began).toBe(5000)
  const first = { tag: ['a'], limit: 1000 }
  const [second, third] = [
    { ...first, cursor: '1' },
    { ...first, cursor: '2' },
  ]
  expect(queries).toEqual([first, second, second, second, third])
})

it('throws at once for a long rate limit, and for any limit without retries', async () => {
  await expect(idsOf(eachMonitor(listing([21]).callService))).rejects.toMatchObject({ status: 429, retryAfterS: 21 })
  const impatient = idsOf(eachMonitor(listing([1]).callService, { patience: noRetry }))
  await expect(impatient).rejects.toMatchObject({ status: 429 })
})

it('starts at a cursor, returns the cursor of each page, and requests only the pages that are consumed', async () => {
  const { callService, queries } = listing()
  for await (const { cursor } of eachPage(callService, { from: '1' })) {
    expect(cursor).toBe('1')
    break
  }
  expect(queries).toHaveLength(1)
})

it('ends when a service returns the same cursor again', async () => {
  // Safe: as above.
  const callService = (() => Promise.resolve({ items: [{ id: 'm' }], next_cursor: 'x' })) as unknown as CallService
  expect(await idsOf(eachMonitor(callService))).toEqual(['m', 'm'])
})
