import { expect, it } from 'vitest'

import { shortName } from './short-name'

it.each([
  ['TRANSBUD LUBLIN SPÓŁKA Z OGRANICZONĄ ODPOWIEDZIALNOŚCIĄ', 'TRANSBUD LUBLIN sp. z o.o.'],
  ['Ekolog Spółka z ograniczoną odpowiedzialnością Spółka komandytowa', 'Ekolog sp. z o.o. sp.k.'],
  ['BORKI PROSTA SPÓŁKA AKCYJNA', 'BORKI P.S.A.'],
  ['A SPÓŁKA KOMANDYTOWO-AKCYJNA', 'A S.K.A.'],
  ['FUNDACJA OKUMIPOL', 'FUNDACJA OKUMIPOL'],
])('shortens the legal form, if any, in %s', (name, short) => {
  expect(shortName(name)).toBe(short)
})
