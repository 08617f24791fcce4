import { expect, it } from 'vitest'

import { makeOffers, applyOffer } from './offers'

const groups = [
  ['oświetlenie', 'lampy'],
  ['remont', 'przebudowa'],
]
const describeOffers = (keywords: readonly string[], max = 19) =>
  makeOffers(keywords, groups, max).map(({ keyword, kind, text }) => `${keyword} ${kind} ${text}`)

it('offers the stem and the synonyms of each keyword', () => {
  expect(describeOffers(['oświetlenie', 'remont'])).toEqual([
    'oświetlenie stem oświetlen',
    'oświetlenie synonym lamp',
    'remont synonym przebudow',
  ])
})

it('offers a quoted text without quotes, and the words of a phrase', () => {
  expect(describeOffers(['"oświetlenie"'])).toContain('"oświetlenie" stem oświetlenie')
  expect(describeOffers(['roboty drogowe'])).toEqual([
    'roboty drogowe stem roboty drogow',
    'roboty drogowe stem drogow',
  ])
})

it('does not offer what is already in the filter, nor more than the maximum', () => {
  expect(describeOffers(['oświetlenie', 'oświetlen', 'lamp'])).toEqual([])
  expect(describeOffers(['oświetlenie', 'remont'], 1)).toHaveLength(1)
  expect(describeOffers([])).toEqual([])
})

it('replaces a keyword by its stem and adds a synonym after it', () => {
  const [stem, lamp] = makeOffers(['oświetlenie'], groups, 19)
  expect(applyOffer(['most', 'oświetlenie'], stem!)).toEqual(['most', 'oświetlen'])
  expect(applyOffer(['oświetlenie'], lamp!)).toEqual(['oświetlenie', 'lamp'])
})
