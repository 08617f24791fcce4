import * as fc from 'fast-check'

import { formatGrosz } from '@/lib/domain/format/format'

import { peselOf } from './identifiers'

/** A valid, unassigned number. */
export const pesels = fc.nat({ max: 5000 }).map(peselOf)

const BLANKS = [' ', '  ', '\u00A0', '\u202F', '\t', '.', '-', '\u2013', '\u200B', ' - '].concat([
  '/',
  '_',
  ',',
  ':',
  ' / ',
  ', ',
  ';',
  '|',
  '\u2010',
  '\uFE63',
  '\uFF0D',
  '\u3000',
  '\u2066',
  '\u2044',
])
const scripts = [
  (digit: string) => digit,
  (digit: string) => String.fromCodePoint(0xff10 + Number(digit)),
  (digit: string) => String.fromCodePoint(0x660 + Number(digit)),
  (digit: string) => String.fromCodePoint(0x1d7ce + Number(digit)),
]

/** The same number in other notations: split anywhere, or in digits of another script. */
export const writtenPesels = fc
  .tuple(
    pesels,
    fc.array(fc.option(fc.constantFrom(...BLANKS), { freq: 3, nil: '' }), { minLength: 10, maxLength: 10 }),
    fc.constantFrom(...scripts),
  )
  .map(([pesel, blanks, script]) => ({
    pesel,
    written: pesel
      .split('')
      .map((digit, at) => `${script(digit)}${blanks[at] ?? ''}`)
      .join(''),
  }))

/** Words and surrounding punctuation. */
export const personalTexts = fc.constantFrom(
  '',
  'Jan Kowalski',
  'dłużnik:',
  '(',
  '; nr',
  'z dnia 2026-11-19',
  'ul. Długa 5,',
  '"',
)

const hex = (length: number) => fc.stringMatching(new RegExp(`^[0-9a-f]{${length}}$`))
/** Hex that by chance contains eleven digits of a valid number. */
const unluckyHash = fc
  .tuple(hex(64), pesels, fc.nat({ max: 51 }), fc.constantFrom('a', 'c', 'f'))
  .map(([hash, pesel, at, letter]) => `${hash.slice(0, at)}${letter}${pesel}${letter}${hash.slice(at)}`.slice(0, 64))
  .filter((hash) => /[a-f]\d{11}[a-f]/.test(hash))
const unluckyUuid = fc.tuple(fc.uuid(), pesels).map(([uuid, pesel]) => `${uuid.slice(0, 24)}a${pesel}`)
const amount = fc.oneof(
  fc.integer({ min: 0, max: 1_000_000_000_000 }).map((grosz) => formatGrosz(grosz, 'pl')),
  fc.integer({ min: 0, max: 1_000_000_000_000 }).map((grosz) => formatGrosz(grosz, 'en')),
  fc.integer({ min: 0, max: 99_999_999 }).map((grosz) => (grosz / 100).toFixed(2)),
)
const instant = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString())

/** Values that look like many digits and must not be changed. */
export const machineValues = fc.oneof(
  hex(64),
  hex(40),
  hex(32),
  unluckyHash,
  fc.uuid(),
  unluckyUuid,
  amount,
  instant,
  instant.map((text) => text.slice(0, 10)),
  fc.stringMatching(/^brd_[0-9A-Za-z]{4}_[0-9A-Za-z]{36}$/),
)

export const SEED = { seed: 20261119, numRuns: 1000 } as const
