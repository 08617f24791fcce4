import { expect, it } from 'vitest'

import { matchedRanges } from './matched-ranges'

it.each([
  ['ŻARIDAN GEODEZJA SPÓŁKA AKCYJNA', 'geod żari', ['ŻARI', 'GEOD']],
  ['Łódź-Trans sp. z o.o.', 'lodz trans', ['Łódź', 'Trans']],
  ['Meble i Meblownia', 'meb', ['Meb', 'Meb']],
  // Only the beginning of a word matches.
  ['Hurtownia', 'townia', []],
  ['Żaridan', 'żaridnan', []],
  ['Baltorim S.A.', 'baltorim spółka akcyjna', ['Baltorim']],
  ['Firma', '%%', []],
  ['Firma', 'שלום', []],
])('marks in %s the matches of %s', (name, q, marked) => {
  expect(matchedRanges(name, q).map(({ start, end }) => name.slice(start, end))).toEqual(marked)
})
