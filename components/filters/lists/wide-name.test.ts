import { expect, it } from 'vitest'

import { wideName } from './wide-name'

it.each([
  ['a', 'letter'],
  [' Ł ', 'letter'],
  ['7', 'letter'],
  ['Spółka', 'form'],
  ['sp. z o.o.', 'form'],
  ['SPÓŁKA Z OGRANICZONĄ ODPOWIEDZIALNOŚCIĄ', 'form'],
  ['S.A.', 'form'],
  ['PKO', undefined],
  ['Spółka Wodna', undefined],
  ['Wisła sp. z o.o.', undefined],
  ['---', undefined],
] as const)('returns why a name would match nearly every company: %s', (name, reason) => {
  expect(wideName(name)).toBe(reason)
})
