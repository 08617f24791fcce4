import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { krsOf, nipOf, peselOf } from '@/lib/testing/identifiers'

import type { IdentifierRole } from './columns'
import { judgeRow, noChoices, splitTags } from './judge-row'
import { repairNumber } from './repair-number'

const judge = (identifier: string, role: IdentifierRole = 'any', extras: { label?: string; tags?: string[] } = {}) =>
  judgeRow({ identifier, role, label: '', tags: [], ...extras }, noChoices)
const value = (identifier: string, role?: IdentifierRole) => {
  const { judgement, fix } = judge(identifier, role)
  return judgement.kind === 'ok' ? [judgement.type, judgement.value, fix] : [judgement]
}

describe('what Excel did to a number', () => {
  it.each([
    ['123456', 'any', ['krs', '0000123456', 'zeros']],
    ['123456789', 'krs', ['krs', '0123456789', 'zeros']],
    ['5.261040828E+9', 'any', ['nip', '5261040828', 'exponent']],
    ['5,261040828E+09', 'nip', ['nip', '5261040828', 'exponent']],
    ['5261040828.0', 'any', ['nip', '5261040828', 'decimal']],
    ['5261040828,00', 'nip', ['nip', '5261040828', 'decimal']],
    ['="0000028860"', 'any', ['krs', '0000028860', 'formula']],
    ["'0000028860", 'any', ['krs', '0000028860', 'formula']],
    ['2070803628', 'pesel', ['pesel', '02070803628', 'zeros']],
    ['KRS 28860', 'nip', ['krs', '0000028860', undefined]],
  ] as const)('%s in a column of %s', (text, role, expected) => {
    expect(value(text, role)).toEqual(expected)
  })

  it('says when digits are gone, and does not make them up', () => {
    expect(judge('1,23E+10').judgement).toEqual({ kind: 'invalid', reason: 'rounded', type: undefined })
    expect(judge('5,26104E+09', 'nip').judgement).toMatchObject({ reason: 'rounded' })
  })

  it('changes no number that is whole', () => {
    const numbers = fc.nat(5000).chain((index) => fc.constantFrom(nipOf(index), krsOf(index), peselOf(index)))
    fc.assert(
      fc.property(numbers, (number) => {
        expect(repairNumber(number, 'any')).toEqual({ text: number })
      }),
    )
  })

  it('undoes an exponent that kept every digit, and no other', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 10n ** 9n, max: 10n ** 11n }), fc.nat(11), (number, kept) => {
        const digits = String(number)
        const fraction = digits.slice(1, kept + 1)
        const text = `${digits[0]}.${fraction || '0'}E+${digits.length - 1}`
        const repaired = repairNumber(text, 'any')
        expect(repaired.text === digits && repaired.isRounded === undefined).toBe(fraction.length === digits.length - 1)
      }),
    )
  })
})

describe('ten digits', () => {
  it.each([
    ['0000028860', 'krs'],
    ['5261040828', 'nip'],
  ])('%s is %s', (digits, type) => {
    expect(judge(digits).judgement).toMatchObject({ kind: 'ok', type })
  })

  it('that speak for neither are asked about, and the answer counts', () => {
    expect(judge('1234567890').judgement).toEqual({ kind: 'ambiguous', digits: '1234567890', isNip: false })
    const row = { identifier: '1234567890', role: 'any', label: '', tags: [] } as const
    const choices = { byDigits: new Map([['1234567890', 'krs' as const]]), forAll: undefined }
    expect(judgeRow(row, choices)).toMatchObject({ judgement: { kind: 'ok', type: 'krs' }, chosen: 'krs' })
  })

  it('of a column that names its kind are not asked about', () => {
    expect(judge('1234567890', 'krs').judgement).toMatchObject({ kind: 'ok', type: 'krs' })
    expect(judge('1234567890', 'nip').judgement).toMatchObject({ kind: 'invalid', reason: 'checksum' })
  })
})

describe('labels and tags', () => {
  it.each([
    [{ label: 'x'.repeat(201) }, 'label_length'],
    [{ tags: ['x'.repeat(65)] }, 'tag_length'],
    [{ tags: Array.from({ length: 11 }, (_, at) => `t${at}`) }, 'tags_many'],
  ])('that the service would refuse are said', (extras, reason) => {
    expect(judge('5261040828', 'any', extras).judgement).toMatchObject({ kind: 'invalid', reason })
  })

  it('of one cell are split', () => {
    expect(splitTags(' a, b;a |ć ')).toEqual(['a', 'b', 'ć'])
  })
})

it('judges anything, in any column', () => {
  const role = fc.constantFrom<IdentifierRole>('any', 'nip', 'krs', 'pesel', 'subject_id')
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), role, (text, each) => {
      expect(['ok', 'ambiguous', 'invalid']).toContain(judge(text, each).judgement.kind)
    }),
  )
})
