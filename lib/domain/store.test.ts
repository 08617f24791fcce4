import { expect, test, vi } from 'vitest'

import { createStore } from './store'

test('a store keeps the last value and notifies subscribers until they unsubscribe', () => {
  const store = createStore(1)
  const [first, second] = [vi.fn(), vi.fn()]
  const end = store.subscribe(first)
  store.subscribe(second)
  store.write(2)
  expect(store.read()).toBe(2)
  end()
  store.write(3)
  expect(store.read()).toBe(3)
  expect(first).toHaveBeenCalledTimes(1)
  expect(second).toHaveBeenCalledTimes(2)
})
