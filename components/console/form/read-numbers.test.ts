import { expect, it } from 'vitest'

import { requestFormOf } from '@/lib/contract/console/request-form'

import { readNumbers, takesNumbers } from './read-numbers'

const fieldsOf = (name: 'records.get' | 'monitors.bulkCreate' | 'wpv.records' | 'bzp.compareAlerts') =>
  requestFormOf(name).body[0]?.fields ?? []

it('puts each number into the field of its kind and returns the rest', () => {
  const { groups, left } = readNumbers(fieldsOf('records.get'), '18\nNIP 526-10-40-828\n5261040829\nŻaridan\n', 50)
  expect(groups).toMatchObject([{ krs: '0000000018' }, { nip: '5261040828' }])
  expect(left).toEqual(['5261040829', 'Żaridan'])
})

it('sets the identifier type of a number for a monitor', () => {
  const { groups, left } = readNumbers(fieldsOf('monitors.bulkCreate'), '0000000018\n44051401359', 10)
  expect(groups).toMatchObject([
    { identifier_type: 'krs', identifier_value: '0000000018' },
    { identifier_type: 'pesel', identifier_value: '44051401359' },
  ])
  expect(left).toEqual([])
})

it('reads no more numbers than fit and none of a kind that the operation does not accept', () => {
  expect(readNumbers(fieldsOf('wpv.records'), '18\n26\n34', 2)).toMatchObject({
    groups: [{ krs: '0000000018' }, { krs: '0000000026' }],
    left: ['34'],
  })
  expect(readNumbers(fieldsOf('wpv.records'), '00000000-0000-4000-8000-000000000001', 2).groups).toEqual([])
  expect(takesNumbers(fieldsOf('bzp.compareAlerts'))).toBe(false)
})
