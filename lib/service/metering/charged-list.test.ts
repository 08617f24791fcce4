import { describe, expect, it } from 'vitest'

import type { ChargeMeter } from '../http/context'
import { chargeForItems } from './charged-list'

function poolOf(left: number | null) {
  const charged: number[] = []
  const meter: Pick<ChargeMeter, 'left' | 'charge'> = {
    left: () => Promise.resolve(left),
    charge: (units) => {
      charged.push(units)
      return left !== null && units > left ? Promise.reject(new Error('402')) : Promise.resolve()
    },
  }
  return { meter, charged }
}
const items = (count: number) => Array.from({ length: count }, (_, index) => index)

describe('chargeForItems', () => {
  it.each([
    { found: 0, limit: 100, per: 1, left: null, paid: 0, units: 0 },
    { found: 0, limit: 100, per: 1, left: 0, paid: 0, units: 0 },
    { found: 7, limit: 100, per: 1, left: null, paid: 7, units: 7 },
    { found: 101, limit: 100, per: 1, left: null, paid: 100, units: 100 },
    { found: 101, limit: 100, per: 1, left: 100, paid: 100, units: 100 },
    { found: 101, limit: 100, per: 1, left: 99, paid: 99, units: 99 },
    { found: 101, limit: 100, per: 1, left: 1, paid: 1, units: 1 },
    { found: 100, limit: 100, per: 10, left: 10, paid: 100, units: 10 },
    { found: 101, limit: 1000, per: 10, left: 10, paid: 100, units: 10 },
    { found: 91, limit: 1000, per: 10, left: 10, paid: 91, units: 10 },
    { found: 90, limit: 1000, per: 10, left: 10, paid: 90, units: 9 },
    { found: 1, limit: 1000, per: 10, left: 10, paid: 1, units: 1 },
    { found: 1000, limit: 35, per: 10, left: 4, paid: 35, units: 4 },
  ])(
    'with $found found, limit $limit, $per per unit and $left left returns $paid items for $units units',
    async ({ found, limit, per, left, paid, units }) => {
      const { meter, charged } = poolOf(left)
      expect(await chargeForItems(meter, items(found), { limit, per })).toEqual(items(paid))
      expect(charged).toEqual([units])
    },
  )

  it.each([1, 10])('rejects when items were found and nothing is left, at %i per unit', async (per) => {
    const { meter } = poolOf(0)
    await expect(chargeForItems(meter, items(3), { limit: 100, per })).rejects.toThrow('402')
  })
})
