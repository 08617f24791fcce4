import { expect, it } from 'vitest'

import { changeOf } from './figure-change'

it.each([
  [110, 100, 0.1],
  [90, 100, -0.1],
  [100, 100, 0],
  [0, 100, -1],
  [100, 0, null],
  [0, 0, null],
  [-5, 100, null],
  [100, -5, null],
  [-50, -100, null],
  [1e15, 1, 1e15 - 1],
  [1e15, 1e15, 0],
  [undefined, 100, null],
  [100, null, null],
  [Number.NaN, 100, null],
  [Infinity, 100, null],
])('%s after %s is a change of %s', (now, before, change) => {
  const result = changeOf(now, before)
  if (change === null) expect(result).toBeNull()
  else expect(result).toBeCloseTo(change, 10)
})
