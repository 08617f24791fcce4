import { expect, it } from 'vitest'

import { companyTitle } from './company-title'

it.each([
  ['0000028860', 'Ryzyko', 'KRS 0000028860 · Ryzyko'],
  ['28860', undefined, 'KRS 0000028860'],
  ['526-025-02-74', undefined, 'NIP 5260250274'],
  ['123456785', 'Dane', 'REGON 123456785 · Dane'],
  ['00000000-0000-4000-8000-000000000001', 'Dane', undefined],
  // A personal number is no company's number.
  ['44051401359', 'Dane', undefined],
  ['firma', undefined, undefined],
])('of %s and %s is %s', (number, tab, title) => {
  expect(companyTitle(number, tab)).toBe(title)
})
