import { expect, test } from 'vitest'

import { withPolishZe } from './polish-ze'

test.each([
  ['12 z 100 w planie', '12 ze 100 w planie'],
  ['3 z 199', '3 ze 199'],
  ['5 z 100\u00a0000', '5 ze 100\u00a0000'],
  ['Z 150,00 zł wydano 3', 'Ze 150,00 zł wydano 3'],
])('replaces z with ze: %s', (text, expected) => {
  expect(withPolishZe(text)).toBe(expected)
})

test.each(['12 z 99', '12 z 200', '1 z 1\u00a0000', '7 z 1000', '2 z 12', 'bez 100', 'A1z 100'])(
  'leaves the text unchanged: %s',
  (text) => {
    expect(withPolishZe(text)).toBe(text)
  },
)
