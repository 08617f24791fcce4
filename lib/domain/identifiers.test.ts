import * as fc from 'fast-check'
import { stdnum } from 'stdnum'
import { describe, expect, it } from 'vitest'

import { checkIdentifier, guessIdentifierType, maskIdentifier, maskPesels } from '@/lib/domain/identifiers'
import vectors from '@/lib/domain/testdata/identifier-vectors.json'

type Vectors = { valid: string[][]; invalid: string[][] }
const kinds = ['nip', 'regon', 'pesel', 'krs', 'subject_id'] as const
const expectedCounts = { nip: [15, 15], regon: [14, 14], pesel: [16, 16], krs: [12, 12], subject_id: [12, 12] }

describe.each(kinds)('checkIdentifier %s', (kind) => {
  const { valid, invalid }: Vectors = vectors[kind]

  it('has all its vectors', () => {
    expect([valid.length, invalid.length]).toEqual(expectedCounts[kind])
  })

  it.each(valid)('accepts %j as %s', (raw, value) => {
    expect(checkIdentifier(kind, raw ?? '')).toEqual({ ok: true, value })
  })

  it.each(invalid)('refuses %j: %s', (raw, error) => {
    expect(checkIdentifier(kind, raw ?? '')).toEqual({ ok: false, error })
  })

  it('is stable: a normalised value normalises to itself', () => {
    for (const [, value] of valid) expect(checkIdentifier(kind, value ?? '')).toEqual({ ok: true, value })
  })

  it('never throws and never returns a value that is not canonical', () => {
    const canonical = kind === 'subject_id' ? /^[0-9a-f-]{36}$/ : /^\d{9,14}$/
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[0-9 .-]{0,16}$/)), (raw) => {
        const check = checkIdentifier(kind, raw)
        return !check.ok || canonical.test(check.value)
      }),
    )
  })
})

const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`))
const notZeros = (value: string) => !/^0+$/.test(value)

describe('against an independent implementation', () => {
  it('agrees on NIP', () => {
    fc.assert(
      fc.property(digits(10).filter(notZeros), (raw) => {
        expect(checkIdentifier('nip', raw).ok).toBe(stdnum['PL']?.['nip']?.validate(raw).isValid)
      }),
      { numRuns: 2000 },
    )
  })

  it('agrees on REGON', () => {
    fc.assert(
      fc.property(fc.oneof(digits(9), digits(14)).filter(notZeros), (raw) => {
        fc.pre(!/^\d{9}00000$/.test(raw))
        expect(checkIdentifier('regon', raw).ok).toBe(stdnum['PL']?.['regon']?.validate(raw).isValid)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('checksums', () => {
  it.each(['nip', 'pesel'] as const)('notice every single wrong digit of a %s', (kind) => {
    const { valid }: Vectors = vectors[kind]
    for (const [, value = ''] of valid) {
      for (let at = 0; at < value.length; at += 1) {
        const wrong = value.slice(0, at) + ((Number(value[at]) + 1) % 10) + value.slice(at + 1)
        expect(checkIdentifier(kind, wrong).ok, wrong).toBe(false)
      }
    }
  })
})

describe('guessIdentifierType', () => {
  it.each([
    ['72831500114', 'pesel'],
    ['610188201', 'regon'],
    ['61018820100000', 'regon'],
    ['28860', 'krs'],
    ['0000028860', 'krs'],
    ['774-000-14-54', 'nip'],
    ['PL7740001454', 'nip'],
    ['NIP: 123', 'nip'],
    ['KRS 0000028860', 'krs'],
    ['1234567890', 'ambiguous'],
    ['0000000017', 'ambiguous'],
    ['67656271-CD4B-453A-A73B-A6E99C0FFEE0', 'subject_id'],
    ['', 'unknown'],
    ['0000000000', 'unknown'],
    ['123456789012', 'unknown'],
    ['Jan Kowalski', 'unknown'],
  ])('%j → %s', (raw, kind) => {
    expect(guessIdentifierType(raw)).toBe(kind)
  })
})

describe('masking', () => {
  it('hides the middle of a PESEL and nothing else', () => {
    expect(maskIdentifier('pesel', '72831500114')).toBe('72•••••••14')
    expect(maskIdentifier('pesel', '7283150')).toBe('•••••••')
    expect(maskIdentifier('nip', '7740001454')).toBe('7740001454')
  })

  it.each([
    ['PESEL 72831500114.', 'PESEL 72•••••••14.'],
    ['mistyped 72831500115 too', 'mistyped 72•••••••15 too'],
    ['728315 00114 and 7283-1500-114', '72•••••••14 and 72•••••••14'],
    ['NIP 7740001454, REGON 61018820100000', 'NIP 7740001454, REGON 61018820100000'],
    ['on 2026-11-19 123 rows', 'on 2026-11-19 123 rows'],
    ['72831500114 96822900222', '72•••••••14 96•••••••22'],
  ])('masks in %j', (text, masked) => {
    expect(maskPesels(text)).toBe(masked)
  })

  it('leaves no valid PESEL readable', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        const text = `${before} 72831500114 ${after}`
        return !maskPesels(text).includes('72831500114')
      }),
    )
  })
})
