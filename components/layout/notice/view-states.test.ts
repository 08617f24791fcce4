import { expect, it, vi } from 'vitest'

import { reportView, readViews, sharedFailure, subscribeViews, type TroubledView, waitingSince } from './view-states'

const view = (part: Partial<TroubledView>): TroubledView => ({
  state: 'failed',
  error: new Error('x'),
  failure: 'server',
  since: 0,
  isFetching: false,
  refetch: () => undefined,
  ...part,
})

it('returns a shared failure only if several unanswered views fail for the same reason', () => {
  const both = [view({}), view({})]
  expect(sharedFailure(both, 'failed', false)).toBe('server')
  expect(sharedFailure(both, 'failed', true)).toBeUndefined()
  expect(sharedFailure(both, 'stale', false)).toBeUndefined()
  expect(sharedFailure([view({})], 'failed', false)).toBeUndefined()
  expect(sharedFailure([view({}), view({ failure: 'timeout' })], 'failed', false)).toBeUndefined()
  expect(sharedFailure([view({ state: 'stale' }), view({ state: 'stale' })], 'stale', false)).toBe('server')
})

it('returns the start of the longest wait', () => {
  expect(waitingSince([view({})])).toBeUndefined()
  expect(waitingSince([view({ state: 'waiting', since: 7 }), view({ state: 'waiting', since: 5 })])).toBe(5)
})

it('stores and removes reported views and notifies subscribers', () => {
  const listener = vi.fn()
  const stop = subscribeViews(listener)
  reportView('a', view({}))
  reportView('b', undefined)
  expect(readViews()).toHaveLength(1)
  reportView('a', undefined)
  expect(readViews()).toHaveLength(0)
  expect(listener).toHaveBeenCalledTimes(2)
  stop()
})
