import { describe, expect, it } from 'vitest'

import { detectHeader, guessRoles, mappingKey, repeatedNames } from './columns'
import { readDelimited } from './read-delimited'

const read = (text: string) => {
  const { rows } = readDelimited(text)
  const hasHeader = detectHeader(rows)
  return { hasHeader, roles: guessRoles(rows, hasHeader) }
}

describe('what the columns hold', () => {
  it.each([
    ['NIP;Nazwa;Tagi\n5261040828;A;x', true, ['nip', 'label', 'tags']],
    ['Lp;Nr KRS;PESEL;Kontrahent\n1;28860;;A', true, ['ignore', 'krs', 'pesel', 'label']],
    ['ID;Numer NIP;Nazwa firmy\n7;5261040828;A', true, ['ignore', 'nip', 'label']],
    ['NIP/PESEL,Name\n5261040828,A', true, ['any', 'label']],
    ['Łącze;Coś\nA;5261040828\nB;5252248481', true, ['ignore', 'any']],
    ['5261040828;Bank\n0000028860;Inny', false, ['any', 'label']],
    ['Bank;5261040828\nInny;0000028860', false, ['label', 'any']],
    ['5261040828', false, ['any']],
    ['abc\n5261040828', false, ['any']],
    ['nip\n5261040828', true, ['nip']],
  ])('%j', (text, hasHeader, roles) => {
    expect(read(text)).toEqual({ hasHeader, roles })
  })
})

it('names what is repeated among the names', () => {
  expect(repeatedNames(['NIP', 'Nazwa', ' nip.', ''])).toEqual([' nip.'])
})

it('remembers names of columns, and never a row that was taken for them', () => {
  expect(mappingKey(['Nr NIP', 'Nazwa'])).toBe('nr nip|nazwa')
  expect(mappingKey(['44051401358', 'Kowalski'])).toBeUndefined()
})
