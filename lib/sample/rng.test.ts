import { describe, expect, it } from 'vitest'

import companies from '@/data/companies.json'
import { poisson, rng } from '@/lib/sample/rng'
import { uuidFrom, uuidOf } from '@/lib/sample/stable-uuid'

describe('rng', () => {
  it('repeats its values for a seed and differs between seeds', () => {
    const draw = (seed: string) => {
      const random = rng(seed)
      return Array.from({ length: 50 }, () => random.next())
    }
    expect(draw('a')).toEqual(draw('a'))
    expect(draw('a')).not.toEqual(draw('b'))
  })

  it('stays within the bounds and reaches both', () => {
    const random = rng('bounds')
    const values = Array.from({ length: 2000 }, () => random.int(3, 7))
    expect([Math.min(...values), Math.max(...values)]).toEqual([3, 7])
  })

  it('follows the weights', () => {
    const random = rng('weights')
    const often = Array.from({ length: 10_000 }, () =>
      random.weighted([
        ['a', 90],
        ['b', 10],
      ] as const),
    ).filter((item) => item === 'a')
    expect(often.length).toBeGreaterThan(8800)
    expect(often.length).toBeLessThan(9200)
  })

  it('throws when there is nothing to choose from', () => {
    expect(() => rng('empty').pick([])).toThrow(RangeError)
    expect(() => rng('empty').weighted([])).toThrow(RangeError)
  })

  it.each([0, 4, 45, 70, 1025])('draws counts around %i', (mean) => {
    const random = rng(`poisson|${mean}`)
    const counts = Array.from({ length: 400 }, () => poisson(random, mean))
    const average = counts.reduce((sum, count) => sum + count, 0) / counts.length
    expect(Math.abs(average - mean)).toBeLessThanOrEqual(4 * Math.sqrt(mean / counts.length))
  })
})

describe('uuidOf', () => {
  it('returns a different valid UUID for each seed', () => {
    const ids = Array.from({ length: 2000 }, (_, index) => uuidOf(rng(`uuid|${index}`)))
    expect(new Set(ids).size).toBe(2000)
    expect(
      ids.filter((id) => !/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id)),
    ).toEqual([])
  })
})

describe('uuidFrom', () => {
  it('returns the ids of the sample companies', () => {
    expect(companies.filter(({ id, krs }) => uuidFrom('company', krs) !== id)).toEqual([])
  })
})
