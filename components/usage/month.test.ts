import { describe, expect, it } from 'vitest'

import { chooseMonth, currentMonth, firstUsageMonth, isFinal, isMonthPeriod, previousMonth } from './month'

const november = { period_start: '2026-10-31T23:00:00.000Z', period_end: '2026-11-30T23:00:00.000Z' }

it.each([
  [undefined, { month: '2026-11' }],
  ['2026-11', { month: '2026-11' }],
  ['2026-10', { month: '2026-10' }],
  ['2000-01', { month: '2000-01' }],
  ['2026-12', { month: '2026-11', fault: 'future' }],
  ['2027-01', { month: '2026-11', fault: 'future' }],
  ['2026-13', { month: '2026-11', fault: 'malformed' }],
  ['2026-1', { month: '2026-11', fault: 'malformed' }],
  ['1999-12', { month: '2026-11', fault: 'malformed' }],
  ['', { month: '2026-11', fault: 'malformed' }],
  ['2026-10\n', { month: '2026-11', fault: 'malformed' }],
  ['<script>', { month: '2026-11', fault: 'malformed' }],
])('chooses the month for %j in the address', (requested, chosen) => {
  expect(chooseMonth(requested, '2026-11')).toEqual(chosen)
})

it('pages back across years, but not before the first month', () => {
  expect(previousMonth('2026-01')).toBe('2025-12')
  expect(previousMonth('2000-01')).toBeUndefined()
})

it('shows no month before the account existed', () => {
  const first = firstUsageMonth('2026-09-30T22:30:00.000Z')
  expect(first).toBe('2026-10')
  expect(chooseMonth('2026-09', '2026-11', first)).toEqual({ month: '2026-11', fault: 'before' })
  expect(chooseMonth('2026-10', '2026-11', first)).toEqual({ month: '2026-10' })
  expect(previousMonth('2026-10', first)).toBeUndefined()
  expect(previousMonth('2026-10', firstUsageMonth(undefined))).toBe('2026-09')
})

describe('the current month', () => {
  // Half an hour into December in Warsaw.
  const now = Date.parse('2026-11-30T23:30:00.000Z')

  it('is the month that the service reports, whatever the clock', () => {
    expect(currentMonth([november], now)).toBe('2026-11')
    expect(currentMonth([undefined, november], now)).toBe('2026-11')
    expect(currentMonth([{ period_start: 'soon' }, november], now)).toBe('2026-11')
  })

  it('follows Warsaw time if no answer reports a month', () => {
    expect(currentMonth([undefined, {}, { period_start: null }], now)).toBe('2026-12')
  })
})

it('recognizes a period of exactly one month', () => {
  expect(isMonthPeriod(november, '2026-11')).toBe(true)
  expect(isMonthPeriod(november, '2026-10')).toBe(false)
  expect(isMonthPeriod({ ...november, period_end: '2026-12-14T23:00:00.000Z' }, '2026-11')).toBe(false)
  expect(isMonthPeriod({ period_start: november.period_start }, '2026-11')).toBe(false)
})

it('treats a month as final only some minutes after its end', () => {
  expect(isFinal('2026-10', Date.parse('2026-10-31T22:59:59.000Z'))).toBe(false)
  expect(isFinal('2026-10', Date.parse('2026-10-31T23:04:00.000Z'))).toBe(false)
  expect(isFinal('2026-10', Date.parse('2026-10-31T23:06:00.000Z'))).toBe(true)
  expect(isFinal('2026-11', 0)).toBe(false)
})
