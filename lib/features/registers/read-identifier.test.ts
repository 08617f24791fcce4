import { expect, it } from 'vitest'

import { readIdentifier } from './watched-rows'

const nobody = { krs: null, nip: null, regon: null }

it.each([
  ['KRS 0000028860', { ...nobody, krs: '0000028860' }],
  ['KRS: 28860', { ...nobody, krs: '0000028860' }],
  ['0000028860', { ...nobody, krs: '0000028860' }],
  ['NIP 774-00-01-454', { ...nobody, nip: '7740001454' }],
  ['7740001454', { ...nobody, nip: '7740001454' }],
  ['REGON 610188201', { ...nobody, regon: '610188201' }],
  ['610188201', { ...nobody, regon: '610188201' }],
  ['NIP 0000028860', nobody],
  ['Company No. 12345678', nobody],
  ['', nobody],
  ['brak', nobody],
])('reads %j', (text, expected) => {
  expect(readIdentifier(text)).toEqual(expected)
})
