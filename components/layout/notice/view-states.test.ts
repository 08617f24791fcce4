import { expect, it, vi } from 'vitest'

import { reportView, readViews, sharedFailure, subscribeViews, type TroubledView, waitingSince } from './view-states'

const view = (part: Partial<TroubledView>): TroubledView => ({
  state: 'failed',
  error: new Error('x'),
  failure: 'server',
  at: 0,
  isFetching: false,
  refetch: () => undefined,
  ...part,
})

it('says once what all views would say, and leaves to each what only it has to say', () => {
  const both = [view({}), view({})]
  expect(sharedFailure(both, 'failed', false)).toBe('server')
  expect(sharedFailure(both, 'failed', true)).toBeUndefined()
  expect(sharedFailure(both, 'stale', false)).toBeUndefined()
  expect(sharedFailure([view({})], 'failed', false)).toBeUndefined()
  expect(sharedFailure([view({}), view({ failure: 'timeout' })], 'failed', false)).toBeUndefined()
  expect(sharedFailure([view({ state: 'stale' }), view({ state: 'stale' })], 'stale', false)).toBe('server')
})

it('waits since the first that waits', () => {
  expect(waitingSince([view({})])).toBeUndefined()
  expect(waitingSince([view({ state: 'waiting', at: 7 }), view({ state: 'waiting', at: 5 })])).toBe(5)
})

it('knows the views that are there', () => {
  const heard = vi.fn()
  const stop = subscribeViews(heard)
  reportView('a', view({}))
  reportView('b', undefined)
  expect(readViews()).toHaveLength(1)
  reportView('a', undefined)
  expect(readViews()).toHaveLength(0)
  expect(heard).toHaveBeenCalledTimes(2)
  stop()
})
