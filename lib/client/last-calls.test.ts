import { beforeEach, expect, it, vi } from 'vitest'

import { ApiError, type ApiErrorDetails } from '@/lib/domain/api-error'

import { findCallFailure, forgetLastCalls, noteCall, readLastCalls, subscribeLastCalls } from './last-calls'

const failure = (details: Partial<ApiErrorDetails> & { status: number }) =>
  new ApiError('x', { code: `http_${details.status}`, ...details })
const boom = failure({ status: 500 })

beforeEach(forgetLastCalls)

it.each([
  [failure({ status: 401, code: 'session_expired' }), 'session'],
  [failure({ status: 502, code: 'upstream_unauthorized' }), 'key'],
  [failure({ status: 502, code: 'upstream_unreachable' }), 'unreachable'],
  [failure({ status: 402 }), 'payment'],
  [failure({ status: 429 }), 'limited'],
  [failure({ status: 200, kind: 'shape', code: 'unknown_shape' }), 'shape'],
  [boom, 'server'],
  [failure({ status: 504, code: 'upstream_timeout' }), 'timeout'],
  [failure({ status: 0, kind: 'network', code: 'network' }), 'offline'],
  [failure({ status: 403 }), undefined],
  [failure({ status: 404 }), undefined],
  [failure({ status: 422 }), undefined],
  [undefined, undefined],
])('reports %s as %s', (error, fault) => {
  expect(findCallFailure(error)).toBe(fault)
})

it('reports the state of the newest calls, and whether some were answered', () => {
  expect(readLastCalls()).toBe('none')
  noteCall('a', undefined, 0)
  expect(readLastCalls()).toBe('ok')
  noteCall('a', boom, 1)
  expect(readLastCalls()).toBe('server')
  noteCall('b', boom, 2)
  noteCall('c', undefined, 3)
  expect(readLastCalls()).toBe('partly')
  noteCall('a', undefined, 4)
  noteCall('b', undefined, 5)
  expect(readLastCalls()).toBe('ok')
})

it('does not change the state for an answer before the failures', () => {
  noteCall('a', undefined, 0)
  noteCall('b', boom, 1)
  noteCall('c', boom, 2)
  expect(readLastCalls()).toBe('server')
})

it('keeps a 402 while other calls are answered, and drops an expired session that is back', () => {
  noteCall('a', failure({ status: 402 }), 0)
  noteCall('b', undefined, 1)
  expect(readLastCalls()).toBe('payment')
  forgetLastCalls()
  noteCall('a', failure({ status: 401 }), 0)
  expect(readLastCalls()).toBe('session')
  noteCall('b', undefined, 1)
  expect(readLastCalls()).toBe('ok')
})

it('forgets old calls, and notifies only of changes', () => {
  const listener = vi.fn()
  const stop = subscribeLastCalls(listener)
  noteCall('a', boom, 0)
  noteCall('a', boom, 1)
  expect(listener).toHaveBeenCalledTimes(1)
  noteCall('b', undefined, 100_000)
  expect(readLastCalls()).toBe('ok')
  stop()
})
