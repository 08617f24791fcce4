import { expect, it } from 'vitest'

import { caseText } from '@/lib/testing/cases/case-file'

import { companyQuery, isNumberAlone, readCompanyNumbers } from './company-number'

const PESEL = '44051401359'

it.each([
  ['0000028860', ['krs 0000028860']],
  [' 28860 ', ['krs 0000028860']],
  ['526-104-08-28', ['nip 5261040828']],
  ['PL 5261040828', ['nip 5261040828']],
  ['000331501', ['krs 0000331501', 'regon 000331501']],
  ['00000000-0000-4000-8000-000000000001', ['subject_id 00000000-0000-4000-8000-000000000001']],
  [PESEL, []],
  ['', []],
  ['abc', []],
  ['\u202e0000028860x', []],
  ['1'.repeat(200), []],
  [`28860${' '.repeat(60)}.`, []],
])('reads %j as %j', (typed, read) => {
  expect(readCompanyNumbers(typed).map(({ kind, value }) => `${kind} ${value}`)).toEqual(read)
})

it.each([
  ['A08-bidi-marks', 'wklej.txt', ['7816604875', '7749141777', '7810115247', '0000123456']],
  [
    'A17-nip-with-words',
    'nipy.txt',
    '7816604875 7749141777 7810115247 7749825978 7744167217 1138193032 7819174004 5252601813 7745623019 1139542204'.split(
      ' ',
    ),
  ],
  [
    'A20-regon-forms',
    'regony.txt',
    ['291417770', '291417770', '01152449900013', '398259790', '341672110', '945807308'],
  ],
] as const)('searches for each line of %s/%s by its plain number', (folder, name, numbers) => {
  const lines = caseText(folder, name)
    .split('\n')
    .filter((line) => line !== '')
  for (const [at, number] of numbers.entries()) {
    expect(isNumberAlone(lines[at] ?? ''), lines[at]).toBe(true)
    expect(companyQuery(lines[at] ?? '')).toBe(number)
  }
})

it.each(['123', 'Firma 7816604875', 'Łódź-Trans', '28860'])('searches for %s unchanged', (typed) => {
  expect(companyQuery(typed)).toBe(typed)
})
