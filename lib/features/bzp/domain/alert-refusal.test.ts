import { expect, it } from 'vitest'

import { alertRefusalOf, refusalNumbers } from './alert-refusal'

it.each([
  ['missing', 'missing'],
  ['string_too_short', 'missing'],
  ['string_too_long', 'too_long'],
  ['too_long', 'too_many'],
  ['int_from_float', 'range'],
  ['dict_type', 'type'],
  ['enum', 'value'],
  ['value_error', 'value'],
  ['unknown_cpv', 'unknown_cpv'],
  ['too_many_matches', 'too_many_matches'],
  ['name_taken', 'name_taken'],
  ['unknown_type', 'value'],
])('the error type %s gives the refusal %s', (type, refusal) => {
  expect(alertRefusalOf(type)).toBe(refusal)
})

it('extracts the numbers of a refusal', () => {
  expect(refusalNumbers({ count: 20_000, limit: 2000 })).toEqual({ max: 2000, found: 20_000 })
  expect(refusalNumbers({ max_length: 80 })).toEqual({ max: 80, found: null })
  expect(refusalNumbers({ le: 'many' })).toEqual({ max: null, found: null })
  expect(refusalNumbers()).toEqual({ max: null, found: null })
})
