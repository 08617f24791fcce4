import { expect, it } from 'vitest'

import { makeOffers, takeOffer } from './offers'

const groups = [
  ['oświetlenie', 'lampy'],
  ['remont', 'przebudowa'],
]
const said = (keywords: readonly string[], max = 19) =>
  makeOffers(keywords, groups, max).map(({ keyword, kind, text }) => `${keyword} ${kind} ${text}`)

it('offers the stem and the synonyms of each keyword', () => {
  expect(said(['oświetlenie', 'remont'])).toEqual([
    'oświetlenie stem oświetleni',
    'oświetlenie synonym lamp',
    'remont synonym przebudow',
  ])
})

it('does not offer what is found already, nor too much', () => {
  expect(said(['oświetlenie', 'oświetleni', 'lamp'])).toEqual([])
  expect(said(['oświetlenie', 'remont'], 1)).toHaveLength(1)
  expect(said([])).toEqual([])
})

it('takes a stem in place of its keyword, a synonym beside it', () => {
  const [stem, lamp] = makeOffers(['oświetlenie'], groups, 19)
  expect(takeOffer(['most', 'oświetlenie'], stem!)).toEqual(['most', 'oświetleni'])
  expect(takeOffer(['oświetlenie'], lamp!)).toEqual(['oświetlenie', 'lamp'])
})
