import { expect, it } from 'vitest'

import { isTypedName } from './typed-name'

it.each([
  ['brzegozet', true],
  ['  Brzegozet Budownictwo sp. z o.o. ', true],
  ['Kowalski, Nowak i Wspólnicy', true],
  ['3M', false],
  ['3M Poland', true],
  ['Hurtownia 2000', true],
  ['', false],
  ['a', false],
  ['5261040828', false],
  ['NIP 526-10-40-828', false],
  ['PL5261040828', false],
  ['Transbud 526 104 08 28', false],
  ['5261040828; Transbud Lublin', false],
  ['Transbud\nBudimex', false],
  ['nazwa\tnip', false],
  ['Jan 74010112318', false],
  ['0b0e7a4c-8a3e-4c52-9f0d-6d2c1d1c9f10', false],
  ['a'.repeat(201), false],
])('%j is a name: %s', (text, isName) => {
  expect(isTypedName(text)).toBe(isName)
})
