import { expect, it } from 'vitest'

import { slugPattern } from '@/lib/features/setup/contract'

import { toSlug } from './slug'

it.each([
  ['Biuro Rachunkowe Łąka sp. z o.o.', 'biuro-rachunkowe-laka-sp-z-o-o'],
  ['  ACME  ', 'acme'],
  ['Ó', 'o'],
  [`${'a'.repeat(62)} b`, 'a'.repeat(62)],
])('%s is called %s', (name, slug) => {
  expect(toSlug(name)).toBe(slug)
  expect(slug).toMatch(slugPattern)
})

it('has no name for what has no letters', () => expect(toSlug('„–”')).toBe(''))
