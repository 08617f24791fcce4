import { expect, it } from 'vitest'

import { compareValues } from './compare-values'

it('orders ids, instants and numbers, and treats equal values as equal', () => {
  expect(['b', 'ż', 'B', 'a'].toSorted(compareValues)).toEqual(['B', 'a', 'b', 'ż'])
  expect(['2026-11-20T09:00:00.000Z', '', '2026-02-01T09:00:00.000Z'].toSorted(compareValues)).toEqual([
    '',
    '2026-02-01T09:00:00.000Z',
    '2026-11-20T09:00:00.000Z',
  ])
  expect([10, 9, -1].toSorted(compareValues)).toEqual([-1, 9, 10])
  expect(compareValues('a', 'a')).toBe(0)
})
