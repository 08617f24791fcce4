import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import vectors from '@/lib/domain/testdata/identifier-vectors.json' with { type: 'json' }
import { nipOf } from '@/lib/testing/identifiers'

import { addTexts, hasColumns, replaceValue, replaceValues, splitTexts, findColumnTitle } from './add-texts'
import { checkValue, mayRepeatPerson } from './list-values'

describe('splitting a pasted text', () => {
  it.each([
    ['nip', '5261040828, 7740001454; 5260250995\t9512381607\r\n1111111111', 5],
    ['nip', '774 000 14 54', 1],
    ['nip', '5261040828 7740001454 5261040827', 3],
    ['nip', '774 000 14 55', 1],
    ['krs', '28860 694720', 2],
    ['krs', '000 002 88 60', 1],
    ['krs', '12 34 567 8901', 1],
    ['krs', '28860,694720', 2],
    // This is an amount, not the two KRS numbers 2886 and 0.
    ['krs', '2886,0', 1],
    ['krs', '1 028 860,15', 1],
    ['krs', '3, 4, 5', 3],
    ['nip', '7,74E+09', 1],
    ['nip', '7.74E+09,5,26104E+9,5261040828', 3],
    ['msig_signature', 'IX GU 9001/13; X GU 12/24', 2],
    ['name', 'Alfa, Beta sp. j.; oddział\nGamma S.A.', 2],
  ] as const)('into values of %s: %s', (list, text, count) => {
    expect(splitTexts(list, text)).toHaveLength(count)
  })
})

it.each([
  ['5261040828\tWisła\r\n7740001454\tOdra\r\n', true],
  ['NIP\tKRS\n5261040828\t\n', true],
  // These texts are one column, one line, and values of one kind separated by lines and a tab.
  ['5261040828\n7740001454\n', false],
  ['5261040828\t7740001454\n', false],
  ['5261040828\t7740001454\n5260250995', false],
  ['5261040828\t\n7740001454\t\n', false],
])('recognises several columns: %j is %s', (text, isTable) => {
  expect(hasColumns(text)).toBe(isTable)
})

it('reports a number that a spreadsheet rounded and suggests no value unless all digits are there', () => {
  for (const list of ['nip', 'krs', 'regon', 'pesel'] as const)
    for (const text of ['7,74E+09', '7.74E+09']) expect(checkValue(list, text)).toEqual({ ok: false, error: 'rounded' })
  expect(checkValue('nip', '7,740001454E9')).toMatchObject({ suggestion: '7740001454' })
})

describe('adding texts to a list', () => {
  it('counts every text once and lists merged spellings', () => {
    const texts = ['526-104-08-28', 'PL5261040828', '7740001454', 'NIP: 774-000-14-54', '5261040827', '5261040827', 'x']
    const addition = addTexts('nip', ['5261040828'], texts)
    expect(addition).toMatchObject({
      values: ['5261040828', '7740001454', '5261040827', 'x'],
      added: ['7740001454'],
      invalid: ['5261040827', 'x'],
      known: 2,
      repeated: 2,
      merged: [
        { text: '526-104-08-28', value: '5261040828' },
        { text: 'PL5261040828', value: '5261040828' },
        { text: 'NIP: 774-000-14-54', value: '7740001454' },
      ],
    })
    expect([...addition.reasons]).toEqual([
      ['checksum', 1],
      ['format', 1],
    ])
  })

  it.each([
    ['krs', ['28860', '0000028860', 'KRS 28860'], ['0000028860']],
    ['name', ['Hurtownia  Wisła', 'HURTOWNIA WISLA', 'Hurtownia „Wisła”', 'inna'], ['Hurtownia Wisła', 'inna']],
    ['regon', ['61018820100000', '610188201'], ['610188201']],
    [
      'subject_id',
      ['{67656271-CD4B-453A-A73B-A6E99C0FFEE0}', '67656271-cd4b-453a-a73b-a6e99c0ffee0'],
      ['67656271-cd4b-453a-a73b-a6e99c0ffee0'],
    ],
    ['krz_signature', ['wa1m/gup-s/1/2024', 'WA1M/GUp-s/1/2024'], ['WA1M/GUp-s/1/2024']],
  ] as const)('merges spellings of one value: %s', (list, texts, values) => {
    expect(addTexts(list, [], texts).values).toEqual(values)
  })

  it('returns the same list when nothing is new', () => {
    const values = ['5261040828']
    expect(addTexts('nip', values, ['526 104 08 28']).values).toBe(values)
  })

  it('reports a name without a word or with too many words as invalid', () => {
    const long = Array.from({ length: 21 }, (_, at) => `w${at}`).join(' ')
    expect([...addTexts('name', [], ['---', long, 'a']).reasons]).toEqual([
      ['no_word', 1],
      ['many_words', 1],
    ])
  })

  it('replaces a corrected value in place, and merges it when the list already has it', () => {
    const values = ['5261040827', '7740001454']
    expect(replaceValue('nip', values, { old: '5261040827', text: '526-104-08-28' })).toEqual({
      values: ['5261040828', '7740001454'],
      merged: undefined,
    })
    expect(replaceValue('nip', values, { old: '5261040827', text: '774-000-14-54' })).toEqual({
      values: ['7740001454'],
      merged: { text: '7740001454', value: '7740001454' },
    })
  })

  it('counts every text as added, invalid, known or repeated', () => {
    const text = fc.oneof(
      fc.nat(30).map(nipOf),
      fc.nat(30).map((at) => `NIP ${nipOf(at)}`),
      fc.constantFrom('5261040827', 'abc', '0', '1234567890'),
    )
    fc.assert(
      fc.property(fc.array(text), fc.array(text), (before, texts) => {
        const { values } = addTexts('nip', [], before)
        const addition = addTexts('nip', values, texts)
        const { added, invalid, known, repeated } = addition
        expect(added.length + invalid.length + known + repeated).toBe(texts.length)
        expect(addition.values).toEqual([...new Set(addition.values)])
        expect(addition.values.length).toBe(values.length + added.length + invalid.length)
        expect([...addition.reasons.values()].reduce((sum, count) => sum + count, 0)).toBe(invalid.length)
      }),
    )
  })
})

describe('adding all valid and invalid spellings at once', () => {
  it.each(['nip', 'regon', 'pesel', 'krs', 'subject_id'] as const)(
    'adds the valid and reports the invalid spellings of %s',
    (list) => {
      const { valid } = vectors[list]
      // A semicolon separates pasted values, so the number before it is valid.
      const invalid = vectors[list].invalid.filter(([text]) => !text?.endsWith(';'))
      const texts = splitTexts(list, [...valid, ...invalid].map(([text]) => text).join('\n'))
      const addition = addTexts(list, [], texts)
      expect(addition.added).toEqual([...new Set(valid.map(([, value]) => value))])
      expect(addition.invalid).toEqual(invalid.map(([text = '']) => text.trim()).filter((text) => text !== ''))
      expect(addition.repeated).toBe(valid.length - addition.added.length)
    },
  )
})

it('recognises a column title among numbers and never mistakes a value for a title', () => {
  expect(findColumnTitle('nip', ['NIP klienta', '7740001454'])).toBe('NIP klienta')
  expect(findColumnTitle('krs', ['Numer', '28860'])).toBe('Numer')
  expect(findColumnTitle('nip', ['NIP'])).toBeUndefined()
  expect(findColumnTitle('nip', ['NIP 7740001454', '5260250995'])).toBeUndefined()
  expect(findColumnTitle('nip', ['ORLEN', '5260250995'])).toBeUndefined()
  expect(findColumnTitle('name', ['Nip', 'ORLEN'])).toBeUndefined()
})

it('replaces many values by their suggestions, each value once', () => {
  const corrections = new Map([
    ['12100784', '012100784'],
    ['"610188201"', '610188201'],
    ["'610188201", '610188201'],
  ])
  const values = ['12100784', '147315920', '"610188201"', '123', "'610188201", '012100784']
  expect(replaceValues('regon', values, corrections)).toEqual(['147315920', '610188201', '123', '012100784'])
})

it('recognises a list that may contain one person twice', () => {
  const sealed = 'sealed:7uLp-uTlkvisFa_dUCYmvcV3LpgytVPH2St6:72•••••••14'
  expect(mayRepeatPerson('pesel', [sealed, '72831500114'])).toBe(true)
  expect(mayRepeatPerson('pesel', [sealed])).toBe(false)
  expect(mayRepeatPerson('pesel', ['72831500114'])).toBe(false)
  expect(mayRepeatPerson('nip', [sealed, '7740001454'])).toBe(false)
})
