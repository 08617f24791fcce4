import { expect, it } from 'vitest'

import { readTrend } from './trend'

it.each([
  [96, 86, '+12%'],
  [43, 86, '−50%'],
  [86, 86, '0%'],
  [300, 100, '+200%'],
  [0, 86, '−100%'],
  [5, 0, undefined],
  [5, null, undefined],
  [undefined, 5, undefined],
])('%s compared with %s is %s', (count, before, expected) => {
  expect(readTrend(count, before, 'en')).toBe(expected)
})
