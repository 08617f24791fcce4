import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { type AmountFault, toCapChoice, readDraft, suggestedAmount } from './cap-choice'

describe('readDraft', () => {
  it.each<[string, number]>([
    ['1', 1],
    ['500', 500],
    [' 500 ', 500],
    ['1 000', 1000],
    ['1\u00A0000', 1000],
    ['0500', 500],
    ['500 zł', 500],
    ['500 ZŁ', 500],
    ['PLN 500', 500],
  ])('accepts %j', (amount, capPln) => {
    expect(readDraft({ choice: 'own', amount })).toEqual({ ok: true, capPln })
  })

  it.each<[string, AmountFault]>([
    ['', 'empty'],
    ['  ', 'empty'],
    ['12,50', 'fraction'],
    ['12.5', 'fraction'],
    ['500,00', 'fraction'],
    ['500,', 'fraction'],
    ['0', 'zero'],
    ['000', 'zero'],
    ['1001', 'range'],
    ['99999999999999999999', 'range'],
    ['-5', 'format'],
    ['1e3', 'format'],
    ['0x10', 'format'],
    ['٥٠', 'format'],
    ['sto', 'format'],
  ])('rejects %j: %s', (amount, fault) => {
    expect(readDraft({ choice: 'own', amount })).toEqual({ ok: false, fault })
  })

  it('ignores the amount for the other two choices', () => {
    expect(readDraft({ choice: 'none', amount: '12,50' })).toEqual({ ok: true, capPln: 0 })
    expect(readDraft({ choice: 'default', amount: '' })).toEqual({ ok: true, capPln: null })
  })

  it('returns only whole amounts between 1 and 1000 for any input', () => {
    fc.assert(
      fc.property(fc.string(), (amount) => {
        const parsed = readDraft({ choice: 'own', amount })
        if (!parsed.ok) return
        expect(parsed.capPln).toSatisfy((pln) => Number.isInteger(pln) && pln >= 1 && pln <= 1000)
      }),
    )
  })

  it('restores the choice of every cap', () => {
    fc.assert(
      fc.property(fc.option(fc.integer({ min: 0, max: 1000 }), { nil: null }), (capPln) => {
        expect(readDraft({ choice: toCapChoice(capPln), amount: String(capPln) })).toEqual({ ok: true, capPln })
      }),
    )
  })
})

describe('suggestedAmount', () => {
  it.each([
    [300, 90_000, '300'],
    [null, 20_001, '301'],
    [null, 90_000, '1000'],
    [null, 0, '500'],
    [0, undefined, '500'],
    [undefined, undefined, '500'],
  ])('for cap %s and forecast %s returns %s', (cap, forecast, amount) => {
    expect(suggestedAmount(cap, forecast)).toBe(amount)
  })
})
