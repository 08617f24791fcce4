import * as fc from 'fast-check'
import { stdnum } from 'stdnum'
import { describe, expect, it } from 'vitest'

import { machineValues, pesels, SEED, personalTexts, writtenPesels } from '@/lib/testing/personal-texts'

import vectors from '../testdata/identifier-vectors.json'
import {
  checkIdentifier,
  guessIdentifierType,
  maskIdentifier,
  maskMistyped,
  maskLikelyPesels,
  maskPesels,
} from './identifiers'
import { isPersonalNumber } from './personal-query'

type Vectors = { valid: string[][]; invalid: string[][] }
const kinds = ['nip', 'regon', 'pesel', 'krs', 'subject_id'] as const
const expectedCounts = { nip: [18, 12], regon: [14, 14], pesel: [16, 16], krs: [12, 13], subject_id: [12, 12] }

describe.each(kinds)('checkIdentifier %s', (kind) => {
  const { valid, invalid }: Vectors = vectors[kind]

  it('has the expected number of test vectors', () => {
    expect([valid.length, invalid.length]).toEqual(expectedCounts[kind])
  })

  it.each(valid)('accepts %j as %s', (raw, value) => {
    expect(checkIdentifier(kind, raw ?? '')).toEqual({ ok: true, value })
  })

  it.each(invalid)('rejects %j: %s', (raw, error) => {
    expect(checkIdentifier(kind, raw ?? '')).toEqual({ ok: false, error })
  })

  it('normalises a normalised value to itself', () => {
    for (const [, value] of valid) expect(checkIdentifier(kind, value ?? '')).toEqual({ ok: true, value })
  })

  it('never throws and returns only canonical values', () => {
    const canonical = kind === 'subject_id' ? /^[0-9a-f-]{36}$/ : /^\d{9,14}$/
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[0-9 .-]{0,16}$/)), (raw) => {
        const check = checkIdentifier(kind, raw)
        return !check.ok || canonical.test(check.value)
      }),
    )
  }, 20_000)
})

const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`))
const notZeros = (value: string) => !/^0+$/.test(value)
const isNotKrsLike = (value: string) => !value.startsWith('000')

describe('against an independent implementation', () => {
  it('agrees on NIP', () => {
    fc.assert(
      fc.property(digits(10).filter(isNotKrsLike), (raw) => {
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
  it.each(['nip', 'pesel'] as const)('detect every single wrong digit of a %s', (kind) => {
    const { valid }: Vectors = vectors[kind]
    for (const [, value = ''] of valid) {
      for (let at = 0; at < value.length; at += 1) {
        const wrong = value.slice(0, at) + ((Number(value[at]) + 1) % 10) + value.slice(at + 1)
        expect(checkIdentifier(kind, wrong).ok, wrong).toBe(false)
      }
    }
  })
})

it('rejects a NIP with the leading zeros of a KRS number', () => {
  // The checksum is valid for a NIP.
  expect(checkIdentifier('nip', '0000000017')).toEqual({ ok: false, error: 'prefix' })
  expect(checkIdentifier('krs', '0000000017')).toEqual({ ok: true, value: '0000000017' })
})

describe('guessIdentifierType', () => {
  it.each([
    ['72831500114', 'pesel'],
    ['610188201', 'regon'],
    ['61018820100000', 'regon'],
    ['28860', 'maybe_krs'],
    ['123', 'maybe_krs'],
    ['0001234567', 'krs'],
    ['0000028860', 'krs'],
    ['774-000-14-54', 'nip'],
    ['PL7740001454', 'nip'],
    ['NIP: 123', 'nip'],
    ['KRS 0000028860', 'krs'],
    ['1234567890', 'nip'],
    ['0000000017', 'krs'],
    ['0123456788', 'maybe_krs'],
    ['20261101', 'unknown'],
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
  it('maskIdentifier masks the middle of a PESEL and leaves a NIP unchanged', () => {
    expect(maskIdentifier('pesel', '72831500114')).toBe('72•••••••14')
    expect(maskIdentifier('pesel', '7283150')).toBe('•••••••')
    expect(maskIdentifier('nip', '7740001454')).toBe('7740001454')
  })

  it.each([
    ['PESEL 72831500114.', 'PESEL 72•••••••14.'],
    ['PESEL: 72831500115, mistyped', 'PESEL: 72•••••••15, mistyped'],
    ['PESEL44051401359', 'PESEL44•••••••59'],
    ['order 72831500115', 'order 72831500115'],
    ['12345 440514 01359 12', '12345 44•••••••59 12'],
    ['４４０５１４０１３５９', '44•••••••59'],
    ['44.05.14.01359', '44•••••••59'],
    ['sha256 0f44051401359ab', 'sha256 0f44051401359ab'],
    ['44 051 401 359,00 and 44 051 401 359 zł', '44 051 401 359,00 and 44 051 401 359 zł'],
    ['728315 00114 and 7283-1500-114', '72•••••••14 and 72•••••••14'],
    ['NIP 7740001454, REGON 61018820100000', 'NIP 7740001454, REGON 61018820100000'],
    ['on 2026-11-19 123 rows', 'on 2026-11-19 123 rows'],
    ['72831500114 96822900222', '72•••••••14 96•••••••22'],
  ])('maskPesels masks only PESEL numbers in %j', (text, masked) => {
    expect(maskPesels(text)).toBe(masked)
  })

  it('maskMistyped masks a mistyped PESEL in a field for a number', () => {
    expect(maskMistyped('72831500115')).toBe('72•••••••15')
    expect(maskMistyped('7740001454')).toBe('7740001454')
    expect(maskMistyped('67656271-cd4b-453a-a73b-a6e990000001')).toBe('67656271-cd4b-453a-a73b-a6e990000001')
  })

  it.each([
    ['Jan 44051401358', 'Jan 44•••••••58'],
    ['dłużnik (02271512345), spłata', 'dłużnik (02•••••••45), spłata'],
    ['„44051401358”.', '„44•••••••58”.'],
    ['PESEL 44051401358 i 72831500114', 'PESEL 44•••••••58 i 72•••••••14'],
    ['order 72831500115', 'order 72•••••••15'],
    // They contain no date of birth, or one of a future century, as phone numbers do.
    ['order 72851500115 and 72601500115', 'order 72•••••••15 and 72601500115'],
    ['tel. 48501234567', 'tel. 48501234567'],
    ['44130101358 and 44023101358', '44130101358 and 44023101358'],
    // The digits are part of another number.
    ['+44051401358', '+44051401358'],
    ['FV/44051401358/2026', 'FV/44051401358/2026'],
    ['44051401358-7 and x-44051401358 and a_44051401358', '44051401358-7 and x-44051401358 and a_44051401358'],
    ['44051401358,00 zł and 44051401358.50', '44051401358,00 zł and 44051401358.50'],
    ['44 0514 01358', '44 0514 01358'],
    ['12 4405 1401 3580 0000 0000 0000', '12 4405 1401 3580 0000 0000 0000'],
    ['NIP 4405140135, REGON 44051401350000, KRS 0440514013', 'NIP 4405140135, REGON 44051401350000, KRS 0440514013'],
    ['sha256 0f44051401358ab', 'sha256 0f44051401358ab'],
  ])('maskLikelyPesels masks only likely PESEL numbers in %j', (text, masked) => {
    expect(maskLikelyPesels(text)).toBe(masked)
  })

  it('maskLikelyPesels masks every mistyped PESEL and leaves every other number unchanged', () => {
    const other = fc.oneof(
      machineValues,
      fc.stringMatching(/^[1-9]\d{9}$/),
      fc.stringMatching(/^\d{14}$/),
      fc.stringMatching(/^000\d{7}$/),
      fc.stringMatching(/^\d{26}$/),
    )
    const mistyped = fc.tuple(pesels, fc.integer({ min: 1, max: 9 })).map(([pesel, by]) => {
      const [front, last] = [pesel.slice(0, -1), Number(pesel.slice(-1))]
      return `${front}${(last + by) % 10}`
    })
    fc.assert(
      fc.property(personalTexts, other, mistyped, (before, value, pesel) => {
        const masked = `${pesel.slice(0, 2)}•••••••${pesel.slice(-2)}`
        const text = `${before} ${value} ; ${pesel}`
        expect(maskLikelyPesels(text)).toBe(`${before} ${value} ; ${masked}`)
      }),
      SEED,
    )
  })

  it('maskPesels masks every valid PESEL in any surrounding text', () => {
    const text = fc.tuple(fc.string(), pesels, fc.string())
    fc.assert(
      fc.property(text, ([before, pesel, after]) => !maskPesels(`${before} ${pesel} ${after}`).includes(pesel)),
      SEED,
    )
  })

  it.each([
    '88/82/19/08561',
    '888219_08561',
    '888219, 08561',
    '88:82:19:085:61',
    '888219‐08561',
    '888219－08561',
    '8 8 8 2 1 9　0 8 5 6 1',
    '888219⁦08561',
    'PESEL 88,82,19,085,61',
  ])('maskPesels masks a PESEL split by separators: %s', (spelling) => {
    expect(maskPesels(`dłużnik ${spelling}.`)).toMatch(/^dłużnik (?:PESEL )?88•{7}61\.$/)
  })

  it.each([
    'KRS 0000012345, NIP 5261040828',
    'posiedzenie 26.11.2026, godz. 12:30:15',
    '26/11/2026 12:30:15, sala 7',
    'FV/2026/11/000123',
    '1,234,567,890.12 PLN',
    '12,345,678 zł',
    'sygn. KR1S/GUp/123/2024/5/6',
    'CPV 45000000-7, 45200000-9',
    'tel. 12:00, 13:00, 14:00, 15:00',
    'poz. 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11',
    '10.0.0.1:8080, 192.168.10.20',
  ])('maskPesels leaves other numbers with separators unchanged: %s', (text) => {
    expect(maskPesels(text)).toBe(text)
  })

  it('maskPesels masks every PESEL that is split or written in other digits', () => {
    fc.assert(
      fc.property(personalTexts, writtenPesels, personalTexts, (before, { pesel, written }, after) => {
        const masked = `${pesel.slice(0, 2)}•••••••${pesel.slice(-2)}`
        expect(maskPesels(`${before} ${written} ${after}`)).toBe(`${before} ${masked} ${after}`)
      }),
      SEED,
    )
  })

  it('leaves hashes, ids, keys, amounts and days unchanged, alone and within a text', () => {
    fc.assert(
      fc.property(personalTexts, machineValues, personalTexts, (before, value, after) => {
        for (const text of [value, `${before} ${value} ${after}`]) expect(maskPesels(text)).toBe(text)
        expect(maskMistyped(value)).toBe(value)
      }),
      SEED,
    )
  })

  it('leaves text that is already masked unchanged', () => {
    fc.assert(
      fc.property(personalTexts, writtenPesels, (before, { written }) => {
        const masked = maskMistyped(`${before} ${written}`)
        expect([maskPesels(masked), maskMistyped(masked)]).toEqual([masked, masked])
      }),
      SEED,
    )
  })

  it('accepts as a PESEL only what a search treats as a personal number', () => {
    fc.assert(
      fc.property(writtenPesels, fc.constantFrom('', 'PESEL:', 'PESEL '), ({ written }, label) => {
        const q = `${label}${written}`
        return !checkIdentifier('pesel', q).ok || isPersonalNumber(q)
      }),
      SEED,
    )
  })

  it('takes less than two seconds for long texts of digits', () => {
    const startedAt = performance.now()
    maskPesels('1 2 3.'.repeat(20_000))
    maskPesels('1'.repeat(100_000))
    expect(performance.now() - startedAt).toBeLessThan(2000)
  })
})
