import { expect, it } from 'vitest'

import { foundByAll, foundByOnly, foundTwice, indexSets, readRegions } from './overlap'

const regions = readRegions({
  regions: [
    { found_by: [0], count: 5 },
    { found_by: [1], count: 3 },
    { found_by: [0, 1], count: 2 },
    { found_by: [0, 1, 2], count: 1 },
    {},
  ],
})

it('counts procedures that filters find together, alone and more than once', () => {
  expect(foundByAll(regions, [0])).toBe(8)
  expect(foundByAll(regions, [0, 1])).toBe(3)
  expect(foundByOnly(regions, [0, 1])).toBe(2)
  expect(foundByOnly(regions, [2])).toBe(0)
  expect(foundTwice(regions)).toBe(3)
})

it('lists every set of indexes of two and of three filters', () => {
  expect(indexSets(2)).toEqual([[0], [1], [0, 1]])
  expect(indexSets(3)).toHaveLength(7)
})
