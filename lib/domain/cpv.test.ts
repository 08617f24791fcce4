import { describe, expect, it } from 'vitest'

import { cpvPrefix, parseCpv } from '@/lib/domain/cpv'

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
    ['30', '30'],
  ])('%j → %s', (input, prefix) => {
    expect(parseCpv(input)).toBe(prefix)
  })

  it.each(['', '4', '*', 'roboty budowlane', '452331200', '45233120-66', '45233120-6 (Roboty)'])(
    '%j is no code',
    (input) => {
      expect(parseCpv(input)).toBeNull()
    },
  )
})
