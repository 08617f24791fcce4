import { expect, it } from 'vitest'

import { PAGE_SIZES, REGISTER_LISTS } from '@/lib/contract/panel/registers/registers'
import { pricedCalls } from '@/lib/contract/prices'

import { pageSizes, registerPages } from './register-lists'

it('knows the operations and page sizes of the contract', () => {
  expect(pageSizes).toEqual(PAGE_SIZES)
  const { sections, ...paged } = REGISTER_LISTS
  expect(Object.fromEntries(Object.entries(registerPages).map(([list, { operation }]) => [list, operation]))).toEqual(
    paged,
  )
  const priceOf = (name: string) => pricedCalls().find((call) => call.name === name)
  for (const name of Object.values(paged))
    expect(priceOf(name)).toMatchObject({ pool: 'lookups', by: 'item', units: 1 })
  expect(priceOf(sections)).toMatchObject({ pool: 'lookups', by: 'call', units: 1 })
})
