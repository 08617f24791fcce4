import { describe, expect, it } from 'vitest'

import { echo } from './errors'

describe('echo', () => {
  it('gives short scalars back', () => {
    expect([true, null, 7, 'abc', '', 4_000_000_002].map(echo)).toEqual([true, null, 7, 'abc', '', 4_000_000_002])
  })

  it('gives nothing back that may be a personal number, however it is written', () => {
    const written = ['90011512346', 90_011_512_346, '90-01-15-12346', '９００１１５１２３４６', 'x٩٠٠١١٥١٢٣٤٦']
    expect(written.map(echo)).toEqual(written.map(() => undefined))
  })

  it('gives nothing back that is long or made of parts', () => {
    expect(['x'.repeat(101), {}, [], undefined].map(echo)).toEqual([undefined, undefined, undefined, undefined])
  })
})
