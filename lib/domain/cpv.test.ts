import { describe, expect, it } from 'vitest'

import { cpvCheckDigit, cpvPrefix, parseCpv, splitCpvTexts } from '@/lib/domain/cpv'
import { caseText } from '@/lib/testing/cases/case-file'

describe('cpvPrefix', () => {
  it.each([
    ['45000000-7', '45'],
    ['45230000-8', '4523'],
    ['45233120-6', '4523312'],
    ['30000000-9', '30'],
    ['03300000-2', '033'],
    ['30192121-5', '30192121'],
  ])('%s → %s', (code, prefix) => {
    expect(cpvPrefix(code)).toBe(prefix)
  })
})

describe('parseCpv', () => {
  it.each([
    ['45233120-6', '4523312'],
    ['45233120', '4523312'],
    ['45233120-', '4523312'],
    ['45.23.31.20-6', '4523312'],
    [' 45 233 120 ', '4523312'],
    ['45233*', '45233'],
    ['45230*', '45230'],
    ['450', '450'],
    ['CPV: 45233120-6 - Roboty w zakresie budowy dróg', '4523312'],
    ['45\u00A0233\u00A0120', '4523312'],
    ['45233120.0', '4523312'],
    ['45233120,00', '4523312'],
    ['4.523312E7', '4523312'],
    ['4,5233141E+07', '45233141'],
    ['30', '30'],
  ])('%j → %s', (input, prefix) => {
    expect(parseCpv(input)).toBe(prefix)
  })

  it.each([
    '',
    '4',
    '*',
    '4.52E7',
    '4.523312E8',
    '45233120.5',
    'roboty budowlane',
    '4523312001',
    '45233120-66',
    '45233120-6 i 45111200-0',
    'ul. 45233120',
  ])('%j is rejected', (input) => {
    expect(parseCpv(input)).toBeNull()
  })
})

// Case E01 of lib/testing/cases/README.md
describe('codes as documents write them', () => {
  const file = caseText('E01-cpv-dashes-and-words', 'cpv.txt')
  const lines = file.split('\n').filter((line) => line !== '')

  it.each(lines)('are read from %s', (line) => {
    const codes = line.includes(' i ') ? ['4523312', '451112'] : ['4523312']
    expect(splitCpvTexts(line).map(parseCpv)).toEqual(codes)
  })

  it('are the same when the whole list is pasted', () => {
    const pasted = splitCpvTexts(file).map(parseCpv)
    expect(pasted).toHaveLength(lines.length + 1)
    expect(new Set(pasted)).toEqual(new Set(['4523312', '451112']))
  })

  it('are not split at the decimal comma of a spreadsheet', () => {
    expect(splitCpvTexts('4,523312E7\n45233120,0')).toEqual(['4,523312E7', '45233120,0'])
  })

  it('have the check digit that was typed', () => {
    expect(['45233120-6', '452331205', '45233120', '45233120-6.0', '3100000-1', '45233'].map(cpvCheckDigit)).toEqual([
      '6',
      '5',
      ...Array<undefined>(4),
    ])
  })

  it('are split when a line has several, and commas in a description do not split', () => {
    expect(splitCpvTexts('45000000-7, 71000000-8; 452*\n45233120-6 Roboty, drogi')).toEqual([
      '45000000-7',
      '71000000-8',
      '452*',
      '45233120-6',
    ])
  })
})
