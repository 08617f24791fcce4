import { describe, expect, it } from 'vitest'

import { echo } from './errors'

describe('echo', () => {
  it('returns short scalars', () => {
    expect([true, null, 7, 'abc', '', 4_000_000_002].map(echo)).toEqual([true, null, 7, 'abc', '', 4_000_000_002])
  })

  it('returns nothing that may be a personal number, in any notation', () => {
    const personalNumbers = ['90011512346', 90_011_512_346, '90-01-15-12346', '９００１１５１２３４６', 'x٩٠٠١١٥١٢٣٤٦']
    expect(personalNumbers.map(echo)).toEqual(personalNumbers.map(() => undefined))
  })

  it('returns nothing that is long, an object or a list', () => {
    expect(['x'.repeat(101), {}, [], undefined].map(echo)).toEqual([undefined, undefined, undefined, undefined])
  })
})
