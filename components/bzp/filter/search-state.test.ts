import { expect, it } from 'vitest'

import { emptyFilter } from './alert-filter'
import { isAddressable, readSearchState, invalidConditions, writeSearchState } from './search-state'

const read = (search: string) => readSearchState(new URLSearchParams(search))

it('writes the alert and the compared draft to the address with the filter', () => {
  const state = {
    filter: { ...emptyFilter, keywords: ['droga & most'] },
    alert: 'a-1',
    compared: { ...emptyFilter, cpv: ['45'], value_from: 1000 },
  }
  expect(read(writeSearchState(state))).toEqual(state)
})

it('writes nothing for an empty state and distinguishes an empty compared draft from none', () => {
  expect(writeSearchState({ filter: emptyFilter, alert: null, compared: null })).toBe('')
  expect(read('').compared).toBeNull()
  expect(read(writeSearchState({ filter: emptyFilter, alert: null, compared: emptyFilter })).compared).toEqual(
    emptyFilter,
  )
})

it('reads the valid parts of a broken draft', () => {
  expect(read('?with=%%%26q%3Dmost').compared?.keywords).toEqual(['most'])
  expect(read('?with=cpv%3Dabc').compared).toEqual(emptyFilter)
})

it('lists invalid conditions of the filter and of the compared draft', () => {
  const invalid = invalidConditions(new URLSearchParams('q=most&cpv=x&with=province%3DNarnia%26q%3Dmost'))
  expect(invalid).toEqual([
    { field: 'cpv', text: 'x', isCompared: false },
    { field: 'provinces', text: 'Narnia', isCompared: true },
  ])
  expect(invalidConditions(new URLSearchParams('q=most'))).toEqual([])
})

it('accepts only an address that is short enough for servers', () => {
  const keywords = (length: number) =>
    Array.from({ length }, (_, at) => `oczyszczalnia ścieków w miejscowości ${String(at)}`)
  const address = (length: number) =>
    writeSearchState({ filter: { ...emptyFilter, keywords: keywords(length) }, alert: null, compared: null })
  expect(isAddressable(address(50))).toBe(true)
  expect(isAddressable(`?q=${'x'.repeat(8000)}`)).toBe(false)
})
