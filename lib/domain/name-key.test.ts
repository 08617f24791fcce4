import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { keysWithin, nameKey } from './name-key'

describe('name keys', () => {
  it('fold case, diacritics and punctuation', () => {
    expect(nameKey('  „Żółw” Sp. z o.o.')).toBe('zolw sp z o o')
    expect(nameKey(' – ')).toBe('')
  })

  it('contain whole words only', () => {
    const keys = keysWithin('HURTOWNIA WISŁA S.A.')
    expect(keys).toEqual(expect.arrayContaining(['hurtownia wisla s a', 'wisla', 'hurtownia wisla', 'wisla s a']))
    expect(keys).not.toContain('wis')
    expect(keysWithin('...')).toEqual([])
  })

  it('contain every run of up to twelve words and the whole name', () => {
    const word = fc.constantFrom('Ala', 'ma', 'kota', 'łódź', 'X1')
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 1, maxLength: 30 }),
        fc.nat(29),
        fc.integer({ min: 1, max: 12 }),
        (words, from, length) => {
          const keys = keysWithin(words.join(' '))
          const run = words.slice(from % words.length, (from % words.length) + length)
          expect(keys).toContain(nameKey(run.join(' ')))
          expect(keys).toContain(nameKey(words.join(', ')))
          expect(keys.length).toBeLessThanOrEqual(words.length * 12 + 1)
        },
      ),
    )
  })
})
