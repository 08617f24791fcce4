import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { ApiError } from '@/lib/domain/api-error'
import type { CallService } from '@/lib/panel/context'

import { eachMonitor, eachPage, noRetry } from './watched-records'

/** A list of three pages whose calls first answer 429, as often as requested. */
function listing(limits: (number | undefined)[] = []) {
  const asked: unknown[] = []
  const answer = (cursor: unknown) => {
    const waitS = limits.shift()
    if (waitS !== undefined) {
      return Promise.reject(new ApiError('', { status: 429, code: 'rate_limited', retryAfterS: waitS }))
    }
    const place = Number(cursor ?? 0)
    return Promise.resolve({ items: [{ id: `m${place}` }], next_cursor: place < 2 ? String(place + 1) : null })
  }
  // Safe: the walk only calls the list.
  const ask = ((_name: string, { query }: { query: { cursor?: string } }) => {
    asked.push(query)
    return answer(query.cursor)
  }) as unknown as CallService
  return { ask, asked }
}
async function idsOf(records: AsyncIterable<{ id: string }>) {
  const ids: string[] = []
  for await (const { id } of records) ids.push(id)
  return ids
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('waits for a rate limit and goes on where it was', async () => {
  const { ask, asked } = listing([undefined, 3, 2])
  const began = Date.now()
  const reading = idsOf(eachMonitor(ask, { narrowed: { tag: ['a'] } }))
  await vi.runAllTimersAsync()
  expect(await reading).toEqual(['m0', 'm1', 'm2'])
  expect(Date.now() - began).toBe(5000)
  const first = { tag: ['a'], limit: 1000 }
  const [second, third] = [
    { ...first, cursor: '1' },
    { ...first, cursor: '2' },
  ]
  expect(asked).toEqual([first, second, second, second, third])
})

it('tells a long limit at once, and every one when there is nothing to wait for', async () => {
  await expect(idsOf(eachMonitor(listing([21]).ask))).rejects.toMatchObject({ status: 429, retryAfterS: 21 })
  const impatient = idsOf(eachMonitor(listing([1]).ask, { patience: noRetry }))
  await expect(impatient).rejects.toMatchObject({ status: 429 })
})

it('begins at a place, says where each page stands, and asks for no more than is looked at', async () => {
  const { ask, asked } = listing()
  for await (const { cursor } of eachPage(ask, { from: '1' })) {
    expect(cursor).toBe('1')
    break
  }
  expect(asked).toHaveLength(1)
})

it('ends when a service gives the same place again', async () => {
  // Safe: as above.
  const ask = (() => Promise.resolve({ items: [{ id: 'm' }], next_cursor: 'x' })) as unknown as CallService
  expect(await idsOf(eachMonitor(ask))).toEqual(['m', 'm'])
})
