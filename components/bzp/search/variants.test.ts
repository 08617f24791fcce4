import { expect, it } from 'vitest'

import { type AlertFilter, emptyFilter } from '../filter/alert-filter'
import { MAX_VARIANTS, makeVariants } from './variants'

const filter: AlertFilter = {
  ...emptyFilter,
  keywords: ['kanalizacja'],
  exclude_keywords: ['nadzór'],
  provinces: ['lubelskie', 'mazowieckie'],
  order_types: ['Works', 'Services'],
}
const names = (goal: 'narrow' | 'widen', base = filter) =>
  makeVariants(base, goal).map(({ kind, list, value }) => `${kind} ${value ?? list}`)

it('narrows a list of several values by one value and never empties a list', () => {
  expect(names('narrow')).toEqual(['only Works', 'only Services', 'without lubelskie', 'without mazowieckie'])
  expect(makeVariants(filter, 'narrow')[2]?.filter).toEqual({ ...filter, provinces: ['mazowieckie'] })
})

it('widens by dropping one list at a time', () => {
  expect(names('widen')).toEqual([
    'withoutList keywords',
    'withoutList exclude_keywords',
    'withoutList provinces',
    'withoutList order_types',
  ])
  expect(makeVariants(filter, 'widen')[2]?.filter.provinces).toEqual([])
})

it('never suggests an empty filter or more than the maximum of variants', () => {
  expect(names('widen', { ...emptyFilter, keywords: ['a'] })).toEqual([])
  const many = { ...emptyFilter, keywords: Array.from({ length: 20 }, (_, index) => `word ${index}`) }
  expect(names('narrow', many)).toHaveLength(MAX_VARIANTS)
  expect(names('narrow', emptyFilter)).toEqual([])
})
