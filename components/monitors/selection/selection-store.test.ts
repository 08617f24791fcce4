import { expect, it, vi } from 'vitest'

import { createSelectionStore } from './selection-store'

const a = { id: 'a', tags: ['x'] }
const b = { id: 'b', tags: [] }

it('adds and removes monitors without changing the rest, and notifies its listeners', () => {
  const store = createSelectionStore()
  const listener = vi.fn()
  const stop = store.subscribe(listener)
  store.set([a, b], true)
  store.set([a], false)
  expect([...store.read().chosen.keys()]).toEqual(['b'])
  expect(listener).toHaveBeenCalledTimes(2)
  stop()
  store.clear()
  expect(listener).toHaveBeenCalledTimes(2)
  expect(store.read().chosen.size).toBe(0)
})

it('remembers that all were selected until one is changed individually', () => {
  const store = createSelectionStore()
  store.setAll([a, b], 1000)
  expect(store.read().allSince).toBe(1000)
  store.patchTags(new Map([['a', ['x', 'y']]]))
  expect(store.read()).toMatchObject({ allSince: 1000 })
  expect(store.read().chosen.get('a')).toEqual(['x', 'y'])
  store.set([b], false)
  expect(store.read().allSince).toBeUndefined()
})

it('never selects by patching, and drops deleted monitors', () => {
  const store = createSelectionStore()
  store.set([a], true)
  store.patchTags(new Map([['b', ['z']]]))
  expect(store.has('b')).toBe(false)
  store.drop(['a'])
  expect(store.read()).toEqual({ chosen: new Map(), allSince: undefined })
})
