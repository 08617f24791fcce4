import { expect, it } from 'vitest'

import { readCompanyNumbers } from './company-number'

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
