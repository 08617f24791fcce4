import { expect, it } from 'vitest'

import { sharesOf } from './share-count'

it.each([
  ['60 udziałów o łącznej wysokości 30 000,00 zł', 60],
  ['1 udział o wysokości 50,00 zł', 1],
  ['12\u00a0000 akcji', 12_000],
  ['1 000 000 akcji serii A', 1_000_000],
  ['wkład 1 000,00 zł', null],
  ['   udziałów', null],
  ['PREZES ZARZĄDU', null],
  ['', null],
])('counts the shares of %j as %j', (detail, count) => {
  expect(sharesOf(detail)).toBe(count)
})
