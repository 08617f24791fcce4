import { expect, it } from 'vitest'

import { pricedCalls } from '@/lib/contract/prices'
import { pagedLists } from '@/lib/domain/registers/register-rows'

import { operationOfList } from './contract'

const priceOf = (name: string) => pricedCalls().find((call) => call.name === name)

it('paged register lists are charged per row and the sections per call, all from the lookups pool', () => {
  for (const list of pagedLists) {
    expect(priceOf(operationOfList(list))).toMatchObject({ pool: 'lookups', by: 'item', units: 1 })
  }
  expect(priceOf(operationOfList('sections'))).toMatchObject({ pool: 'lookups', by: 'call', units: 1 })
})
