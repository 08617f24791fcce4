import { expect, it } from 'vitest'

import { searchFilters } from './filter-search'

const filters = [
  { id: '1', name: 'Dłużnicy Łódź', content: { nip: ['5261040828'] } },
  { id: '2', name: 'Kontrahenci 2026', content: { krs: ['0000028860'] } },
  { id: '3' },
]
const found = (text: string) => searchFilters(filters, text).map(({ id }) => id)

it('finds filters by name without diacritics and case, and all of them for an empty search', () => {
  expect(found('dluznicy lodz')).toEqual(['1'])
  expect(found('  ')).toEqual(['1', '2', '3'])
  expect(found('nic takiego')).toEqual([])
})

it('finds the filter that contains a number in any notation, but not by a few digits', () => {
  expect(found('526-104-08-28')).toEqual(['1'])
  expect(found('0028860')).toEqual(['2'])
  expect(found('526')).toEqual([])
  expect(found('2026')).toEqual(['2'])
})

it('finds what the server found by a personal number, and ignores the seals of masked numbers', () => {
  const sealed = { id: 's', name: 'Osoby', content: { pesel: ['sealed:abcd123456789012345678:44•••••••59'] } }
  expect(searchFilters([sealed], '123456')).toEqual([])
  expect(searchFilters([sealed], '44051401359', ['s'])).toEqual([sealed])
})
