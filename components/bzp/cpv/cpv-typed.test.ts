import { readFileSync } from 'node:fs'

import { expect, it } from 'vitest'

import { toPairs } from '../filter/dictionary'
import { toCpvIndex } from './cpv-completion'
import { cpvProblemOf } from './cpv-typed'

const file = new URL('../../../public/data/cpv-pl.json', import.meta.url)
const index = toCpvIndex(toPairs(JSON.parse(readFileSync(file, 'utf8'))))

it.each(['45233120', '45233120-6', '452331206', '45.23.31.20-6', 'CPV: 45233120-6 - Roboty', '45233*', '4.523312E7'])(
  'accepts %s',
  (text) => {
    expect(cpvProblemOf(index, text)).toBeUndefined()
  },
)

it('names a wrong check digit, also among several codes', () => {
  const problem = { kind: 'check', code: '45233120', typed: '5', check: '6' }
  for (const text of ['45233120-5', '452331205', '45233000-9, 45233120-5', 'CPV 45233120–5 Roboty']) {
    expect(cpvProblemOf(index, text), text).toEqual(problem)
  }
})

it('asks when the first zero may be lost, and accepts seven digits with an asterisk', () => {
  expect(cpvProblemOf(index, '3100000')).toEqual({ kind: 'zero', code: '03100000-2', typed: '3100000' })
  expect(cpvProblemOf(index, '3100000-2')).toMatchObject({ kind: 'zero', code: '03100000-2' })
  expect(cpvProblemOf(index, '31000002')).toMatchObject({ kind: 'zero', code: '03100000-2' })
  expect(cpvProblemOf(index, '3100000*')).toBeUndefined()
  expect(cpvProblemOf(index, '31000000')).toBeUndefined()
})

it('does not read a rounded number', () => {
  expect(cpvProblemOf(index, '4.52E7')).toEqual({ kind: 'rounded' })
  expect(cpvProblemOf(index, '4,5E+07')).toEqual({ kind: 'rounded' })
})
