import { expect, test } from 'vitest'

import { fittingTags } from './fitting-tags'

test('every tag is drawn where there is room for all', () => {
  expect(fittingTags(['dostawcy', 'vip'], 200)).toBe(2)
  expect(fittingTags([], 200)).toBe(0)
})

test('where there is not, the last ones are counted, and the count has room too', () => {
  // 68 + 4 + 33 fit into 105, but not together with a count.
  expect(fittingTags(['dostawcy', 'vip'], 105)).toBe(2)
  expect(fittingTags(['dostawcy', 'vip', 'nowy'], 140)).toBe(1)
  expect(fittingTags(['dostawcy', 'vip', 'nowy'], 141)).toBe(2)
})

test('the first tag is always drawn, however narrow the column is', () => {
  expect(fittingTags(['windykacja do wyjaśnienia', 'vip'], 30)).toBe(1)
  expect(fittingTags(['x'], 0)).toBe(1)
})
