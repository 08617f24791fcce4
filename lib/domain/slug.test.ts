import { expect, it } from 'vitest'

import { slugPattern } from '@/lib/features/setup/contract'

import { toSlug } from './slug'

it.each([
  ['Biuro Rachunkowe Łąka sp. z o.o.', 'biuro-rachunkowe-laka-sp-z-o-o'],
  ['  ACME  ', 'acme'],
  ['Ó', 'o'],
  [`${'a'.repeat(62)} b`, 'a'.repeat(62)],
])('%s becomes %s', (name, slug) => {
  expect(toSlug(name)).toBe(slug)
  expect(slug).toMatch(slugPattern)
})

it('returns an empty slug for a name without letters', () => expect(toSlug('„–”')).toBe(''))
