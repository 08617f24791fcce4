import { describe, expect, it } from 'vitest'

import { payFor } from './charged-list'
import type { Meter } from './context'

/** A pool with `left` units that refuses what does not fit, and what was charged to it. */
function poolOf(left: number | null) {
  const charged: number[] = []
  const meter: Meter = {
    left: () => Promise.resolve(left),
    charge: (units) => {
      charged.push(units)
      return left !== null && units > left ? Promise.reject(new Error('402')) : Promise.resolve()
    },
  }
  return { meter, charged }
}
const items = (count: number) => Array.from({ length: count }, (_, index) => index)

describe('payFor', () => {
  it.each([
    // found, limit, per, left → paid items, units
    [0, 100, 1, null, 0, 0],
    [0, 100, 1, 0, 0, 0],
    [7, 100, 1, null, 7, 7],
    [101, 100, 1, null, 100, 100],
    [101, 100, 1, 100, 100, 100],
    [101, 100, 1, 99, 99, 99],
    [101, 100, 1, 1, 1, 1],
    [100, 100, 10, 10, 100, 10],
    [101, 1000, 10, 10, 100, 10],
    [91, 1000, 10, 10, 91, 10],
    [90, 1000, 10, 10, 90, 9],
    [1, 1000, 10, 10, 1, 1],
    [1000, 35, 10, 4, 35, 4],
  ])(
    'of %i found, limit %i, %i a unit, %s left: %i items for %i units',
    async (found, limit, per, left, paid, units) => {
      const { meter, charged } = poolOf(left)
      expect(await payFor(meter, items(found), { limit, per })).toEqual(items(paid))
      expect(charged).toEqual([units])
    },
  )

  it.each([1, 10])('is refused when something was found and nothing is left, at %i a unit', async (per) => {
    const { meter } = poolOf(0)
    await expect(payFor(meter, items(3), { limit: 100, per })).rejects.toThrow('402')
  })
})
