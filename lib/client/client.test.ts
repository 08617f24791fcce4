import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { isApiError } from '@/lib/domain/api-error'

import { createPanelClient } from './client'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const refusal = (code: string, retryAfter = '2') =>
  Response.json({ detail: { code, message: 'no' } }, { status: 429, headers: { 'retry-after': retryAfter } })

/** Requests the unread events; the answers come one after another, then the first again. */
function requestUnread(answers: readonly [() => Response, ...(() => Response)[]]) {
  const callTimes: number[] = []
  const start = Date.now()
  const call = createPanelClient(() => {
    callTimes.push(Date.now() - start)
    return Promise.resolve((answers[callTimes.length - 1] ?? answers[0])())
  })
  const controller = new AbortController()
  const outcome = call('events.unread', {}, { signal: controller.signal }).then(
    () => 'answered',
    (error: unknown) => (isApiError(error) ? error.code : 'aborted'),
  )
  return { callTimes, outcome, controller }
}
const good = () => Response.json({ unread: 1 })

it('retries a call refused by the panel after the requested wait', async () => {
  const { callTimes, outcome } = requestUnread([
    () => refusal('too_many_calls'),
    () => refusal('too_many_calls', '3'),
    good,
  ])
  await vi.runAllTimersAsync()
  expect(await outcome).toBe('answered')
  expect(callTimes).toEqual([0, 2000, 5000])
})

it.each([
  ['for good', () => refusal('too_many_calls'), 'too_many_calls', 4],
  ['for long', () => refusal('too_many_calls', '60'), 'too_many_calls', 1],
  ['by the rate limit of the service, which counts down in the page', () => refusal('rate_limited'), 'rate_limited', 1],
])('gives up when it is refused %s', async (...[, answer, code, callCount]) => {
  const { callTimes, outcome } = requestUnread([answer])
  await vi.runAllTimersAsync()
  expect(await outcome).toBe(code)
  expect(callTimes).toHaveLength(callCount)
})

it('does not retry after the call is aborted', async () => {
  const { callTimes, outcome, controller } = requestUnread([() => refusal('too_many_calls'), good])
  await vi.advanceTimersByTimeAsync(1000)
  controller.abort()
  await vi.runAllTimersAsync()
  expect(await outcome).toBe('aborted')
  expect(callTimes).toHaveLength(1)
})
