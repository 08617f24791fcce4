import { expect, it } from 'vitest'

import { readIdentifier } from './watched-rows'

const noIdentifiers = { krs: null, nip: null, regon: null }

it.each([
  ['KRS 0000028860', { ...noIdentifiers, krs: '0000028860' }],
  ['KRS: 28860', { ...noIdentifiers, krs: '0000028860' }],
  ['0000028860', { ...noIdentifiers, krs: '0000028860' }],
  ['NIP 774-00-01-454', { ...noIdentifiers, nip: '7740001454' }],
  ['7740001454', { ...noIdentifiers, nip: '7740001454' }],
  ['REGON 610188201', { ...noIdentifiers, regon: '610188201' }],
  ['610188201', { ...noIdentifiers, regon: '610188201' }],
  ['NIP 0000028860', noIdentifiers],
  ['Company No. 12345678', noIdentifiers],
  ['', noIdentifiers],
  ['brak', noIdentifiers],
])('reads the identifier in %j', (text, expected) => {
  expect(readIdentifier(text)).toEqual(expected)
})
