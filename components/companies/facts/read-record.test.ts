import { expect, it } from 'vitest'

import { readRecord } from './read-record'

it('reads the fields of a record', () => {
  expect(
    readRecord({
      name: 'X',
      pkd_codes: ['41.20.Z'],
      share_capital_pln: 5000,
      registered_on: '2017-03-14',
      deregistered_on: null,
    }),
  ).toMatchObject({ name: 'X', pkd_codes: ['41.20.Z'], share_capital_pln: 5000, registered_on: '2017-03-14' })
})

it.each([
  undefined,
  null,
  'text',
  [],
  {},
  { name: '', krs: 7, pkd_codes: 'x', share_capital_pln: '5' },
  { share_capital_pln: -1, pkd_codes: [1] },
])('finds nothing in %j', (answer) => {
  expect(Object.values(readRecord(answer)).filter((value) => value !== undefined)).toEqual([])
})
