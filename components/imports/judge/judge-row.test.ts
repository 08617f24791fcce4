import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { IdentifierRole } from '@/lib/client/read-table/column-names'
import { repairNumber } from '@/lib/client/read-table/repair-number'
import { krsOf, nipOf, peselOf } from '@/lib/testing/identifiers'

import { judgeRow, noChoices, type RowNumber } from './judge-row'

const judge = (identifier: string, role: IdentifierRole = 'any', extras: { label?: string; tags?: string[] } = {}) =>
  judgeRow({ numbers: [{ text: identifier, role }], label: '', tags: [], ...extras }, noChoices)
const value = (identifier: string, role?: IdentifierRole) => {
  const { judgement, fix } = judge(identifier, role)
  return judgement.kind === 'ok' ? [judgement.type, judgement.value, fix] : [judgement]
}

describe('repairing numbers changed by Excel', () => {
  it.each([
    ['123456', 'krs', ['krs', '0000123456', 'zeros']],
    ['5.261040828E+9', 'any', ['nip', '5261040828', 'exponent']],
    ['5,261040828E+09', 'nip', ['nip', '5261040828', 'exponent']],
    ['5261040828.0', 'any', ['nip', '5261040828', 'decimal']],
    ['5261040828,00', 'nip', ['nip', '5261040828', 'decimal']],
    ['="0000028860"', 'any', ['krs', '0000028860', 'formula']],
    ["'0000028860", 'any', ['krs', '0000028860', 'formula']],
    ['2070803628', 'pesel', ['pesel', '02070803628', 'zeros']],
    ['KRS 28860', 'nip', ['krs', '0000028860', 'zeros']],
  ] as const)('repairs %s in a column of %s', (text, role, expected) => {
    expect(value(text, role)).toEqual(expected)
  })

  it('reports lost digits and does not guess them', () => {
    expect(judge('1,23E+10').judgement).toEqual({ kind: 'invalid', reason: 'rounded', type: undefined })
    expect(judge('5,26104E+09', 'nip').judgement).toMatchObject({ reason: 'rounded' })
  })

  it('leaves a complete number unchanged', () => {
    const numbers = fc.nat(5000).chain((index) => fc.constantFrom(nipOf(index), krsOf(index), peselOf(index)))
    fc.assert(
      fc.property(numbers, (number) => {
        expect(repairNumber(number, 'any')).toEqual({ text: number })
      }),
    )
  })

  it('undoes an exponent only when every digit was kept', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 10n ** 9n, max: 10n ** 11n }), fc.nat(11), (number, keptDigits) => {
        const digits = String(number)
        const fraction = digits.slice(1, keptDigits + 1)
        const text = `${digits[0]}.${fraction || '0'}E+${digits.length - 1}`
        const repaired = repairNumber(text, 'any')
        expect(repaired.text === digits && repaired.isRounded === undefined).toBe(fraction.length === digits.length - 1)
      }),
    )
  })
})

const question = (about: string, digits: string, kinds: string[]) => ({
  kind: 'ambiguous',
  question: { about, digits, kinds },
})
const wrong = (reason: string, type?: string) => ({ kind: 'invalid', reason, type })

describe('recognising the kind of a number', () => {
  it.each([
    ['0000028860', 'krs'],
    ['0000000017', 'krs'],
    ['5261040828', 'nip'],
    ['KRS 7', 'krs'],
    [peselOf(1), 'pesel'],
  ])('recognises %s as %s', (digits, type) => {
    expect(judge(digits).judgement).toMatchObject({ kind: 'ok', type })
  })

  it.each([
    ['a mistyped NIP is no KRS number', '1234567890', 'any', wrong('checksum', 'nip')],
    ['a short number may be anything', '123', 'any', question('short', '123', ['krs'])],
    ['a PESEL without its first digit', '2070803628', 'any', question('zero', '2070803628', ['pesel'])],
    ['no issued KRS number is that long', '123456780', 'krs', question('short', '123456780', ['krs'])],
    ['a REGON', '610188201', 'any', wrong('regon')],
    ['a REGON among NIPs', '610188201', 'nip', wrong('regon')],
    ['a REGON among KRS numbers', '610188201', 'krs', wrong('regon')],
    ['a REGON by its column', '12', 'regon', wrong('regon')],
    ['a PESEL among NIPs', peselOf(1), 'nip', question('column', peselOf(1), ['pesel'])],
    ['a KRS number among NIPs', '0000028860', 'nip', question('column', '0000028860', ['krs'])],
    ['a NIP among KRS numbers', '5261040828', 'krs', question('column', '5261040828', ['nip'])],
    ['a NIP among PESELs', '5261040828', 'pesel', question('column', '5261040828', ['nip'])],
    ['two NIPs in a cell', '526-10-40-828, 774-000-14-54', 'nip', wrong('several')],
    ['two NIPs in a cell', '5261040828 / 7740001454', 'any', wrong('several')],
    ['a NIP and a KRS number in a cell', 'NIP 5261040828, KRS 0000028860', 'any', wrong('several')],
    ['nine digits too few', '526104082', 'nip', wrong('length', 'nip')],
    ['a number of no known kind', '20261101', 'any', wrong('digits')],
    ['zeros', '000', 'any', wrong('all_zero')],
    ['a mistyped NIP among NIPs', '1234567890', 'nip', wrong('checksum', 'nip')],
  ] as const)('%s: %s in a column of %s', (...row) => {
    const [, text, role, judgement] = row
    expect(judge(text, role).judgement).toEqual(judgement)
  })

  it('accepts a number by its form in a KRS column', () => {
    expect(judge('0000067890', 'krs').judgement).toMatchObject({ kind: 'ok', type: 'krs' })
    // Issued KRS numbers do not begin with these digits.
    expect(judge('1234567890', 'krs').judgement).toEqual(question('beyond', '1234567890', ['krs']))
    const short: RowNumber = { text: '123', role: 'any', isShort: true }
    expect(judgeRow({ numbers: [short], label: '', tags: [] }, noChoices)).toMatchObject({
      judgement: { kind: 'ok', value: '0000000123' },
      fix: 'zeros',
    })
  })

  it('applies the choice of the user to one number or to all, and reports it so that it can be changed', () => {
    const row = (text: string) => ({ numbers: [{ text, role: 'any' as const }], label: '', tags: [] })
    const one = { byDigits: new Map([['123', 'krs' as const]]), forAll: undefined }
    expect(judgeRow(row('123'), one)).toMatchObject({
      judgement: { kind: 'ok', type: 'krs', value: '0000000123' },
      chosen: 'krs',
      question: { about: 'short' },
      fix: 'zeros',
    })
    expect(judgeRow(row('124'), one).judgement.kind).toBe('ambiguous')
    const all = { byDigits: new Map(), forAll: 'krs' as const }
    expect(judgeRow(row('124'), all).judgement).toMatchObject({ value: '0000000124' })
    expect(judgeRow(row('2070803628'), all).judgement.kind).toBe('ambiguous')
    const persons = { byDigits: new Map(), forAll: 'pesel' as const }
    expect(judgeRow(row('2070803628'), persons).judgement).toMatchObject({ value: '02070803628' })
  })
})

describe('a row with several numbers', () => {
  const row = (...numbers: RowNumber[]) => judgeRow({ numbers, label: '', tags: [] }, noChoices)
  it('uses the first valid one and reports the skipped one', () => {
    const bad = { text: '5261040829', role: 'nip' } as const
    expect(row(bad, { text: '28860', role: 'krs' })).toMatchObject({
      judgement: { kind: 'ok', type: 'krs', value: '0000028860' },
      identifier: '28860',
      skippedNumber: { text: '5261040829', reason: 'checksum', type: 'nip' },
    })
    expect(row(bad, { text: '610188201', role: 'regon' })).toMatchObject({
      judgement: wrong('checksum', 'nip'),
      identifier: '5261040829',
    })
  })
})

describe('import labels and tags', () => {
  it.each([
    [{ label: 'x'.repeat(201) }, 'label_length'],
    [{ tags: ['x'.repeat(65)] }, 'tag_length'],
    [{ tags: Array.from({ length: 11 }, (_, at) => `t${at}`) }, 'tags_many'],
  ])('are reported when the service would reject them', (extras, reason) => {
    expect(judge('5261040828', 'any', extras).judgement).toMatchObject({ kind: 'invalid', reason })
  })
})

it('returns a verdict for any text in any column', () => {
  const role = fc.constantFrom<IdentifierRole>('any', 'nip', 'krs', 'pesel', 'subject_id')
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), role, (text, each) => {
      expect(['ok', 'ambiguous', 'invalid']).toContain(judge(text, each).judgement.kind)
    }),
  )
})
