import { describe, expect, it } from 'vitest'

import { matchEntry, matchText, splitMatches } from './name-match'

const company = {
  krs: '0009899393',
  nip: '4084337366',
  regon: '993110284',
  name: 'ZAKŁADY "ŻELODATEX" SYSTEMY SPÓŁKA Z OGRANICZONĄ ODPOWIEDZIALNOŚCIĄ',
}

describe('matchEntry', () => {
  it.each([
    ['KRS 0009899393', 'number'],
    ['KRS 9899393', 'number'],
    ['NIP 408-433-73-66', 'number'],
    ['REGON 993110284', 'number'],
    ['4084337366', 'number'],
    ['KRS 0009000001', 'other'],
    ['NIP 5210000000', 'other'],
    // Without a kind the number could be anything.
    ['5210000000', 'similar'],
    ['brak', 'similar'],
    ['', 'similar'],
    [null, 'similar'],
  ] as const)('with the identifier %s returns %s', (identifier, match) => {
    expect(matchEntry({ identifier, names: ['ŻELODATEX INNY'] }, company)).toBe(match)
  })

  it.each([
    ['Zakłady „Żelodatex” Systemy Sp. z o.o.', 'name'],
    ['ZAKLADY ZELODATEX SYSTEMY', 'name'],
    ['ZAKŁADY "ŻELODATEX" SYSTEMY SPÓŁKA Z OGRANICZONĄ ODPOWIEDZIALNOŚCIĄ W LIKWIDACJI', 'name'],
    ['ZAKŁADY ŻELODATEX', 'similar'],
    ['', 'similar'],
  ] as const)('with the name %s returns %s', (name, match) => {
    expect(matchEntry({ names: ['KTOŚ INNY', name] }, company)).toBe(match)
  })

  it('returns other for a number of another company, whatever its name', () => {
    expect(matchEntry({ identifier: 'KRS 0009000001', names: [company.name] }, company)).toBe('other')
  })

  it('returns similar for a kind of number that the company lacks', () => {
    expect(matchEntry({ identifier: 'REGON 123456785', names: [] }, { ...company, regon: null })).toBe('similar')
  })

  it('returns similar when there is no name', () => {
    expect(matchEntry({ names: ['', '—'] }, { name: '' })).toBe('similar')
  })
})

describe('matchText', () => {
  it.each([
    ['Zamówienia udzielono wykonawcy: X, NIP 408-433-73-66.', 'number'],
    ['Zamówienia udzielono wykonawcy: X, NIP 4084337366.', 'number'],
    [`Wykonawca: ${company.name}.`, 'name'],
    ['Wykonawca: ZAKŁADY "ŻELODATEX" SYSTEMY.', 'similar'],
    ['', 'similar'],
  ] as const)('for %s returns %s', (text, match) => {
    expect(matchText(text, company)).toBe(match)
  })
})

it('splitMatches separates exact entries from similar ones', () => {
  const entries = (['similar', 'name', 'other', 'number'] as const).map((match) => ({ match }))
  expect(splitMatches(entries)).toEqual({
    exact: [{ match: 'name' }, { match: 'number' }],
    similar: [{ match: 'similar' }, { match: 'other' }],
  })
})
